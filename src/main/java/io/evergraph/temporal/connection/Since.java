package io.evergraph.temporal.connection;

import com.google.protobuf.ByteString;

/**
 * Where somebody begins to follow a thread.
 *
 * @param place the place in its history; empty for the beginning
 * @param passed whether what is waited for may have come before that place
 */
public record Since(ByteString place, boolean passed) {}

package io.evergraph.server;

import com.fasterxml.jackson.annotation.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * A value in a stream, written as JSON in the form of our endpoints, text and null as well.
 *
 * @param value plain values, or records of ours
 */
public record WireValue(@JsonValue @Nullable Object value) {}

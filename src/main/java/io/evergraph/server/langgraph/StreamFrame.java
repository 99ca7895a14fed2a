package io.evergraph.server.langgraph;

import org.jspecify.annotations.Nullable;

/**
 * One event of a stream on the wire.
 *
 * @param id how far a client has read that has seen it
 * @param event its name
 * @param data its content: plain values
 */
record StreamFrame(FrameId id, String event, @Nullable Object data) {}

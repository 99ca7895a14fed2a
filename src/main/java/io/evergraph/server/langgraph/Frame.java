package io.evergraph.server.langgraph;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One event of a stream on the wire.
 *
 * @param id its position in the stream from 0: the same each time that the run is streamed in the
 *     same modes
 * @param event its name
 * @param data makes its content: plain values
 */
record Frame(long id, String event, Supplier<? extends @Nullable Object> data) {}

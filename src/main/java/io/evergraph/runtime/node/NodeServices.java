package io.evergraph.runtime.node;

import io.evergraph.graph.Store;
import io.evergraph.runtime.codec.AnswerSchemas;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.runtime.spi.EventBus;
import java.util.function.Supplier;

/**
 * What nodes use of their process.
 *
 * @param store gives their long-term store, or fails where there is none
 */
record NodeServices(StateCodec codec, AnswerSchemas schemas, EventBus bus, Supplier<Store> store) {}

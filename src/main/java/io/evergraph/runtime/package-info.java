/**
 * What drives the engine: the {@link io.evergraph.runtime.GraphRuntime} port, the in-memory
 * runtime, the codec, and the invoker that runs one node for every runtime alike.
 *
 * <p>Rank 5. Users start at {@link io.evergraph.runtime.GraphRuntime} and {@link
 * io.evergraph.runtime.memory.InMemoryRuntime}.
 */
@NullMarked
package io.evergraph.runtime;

import org.jspecify.annotations.NullMarked;

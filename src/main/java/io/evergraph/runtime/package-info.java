/**
 * What users of a runtime see: the {@link io.evergraph.runtime.GraphRuntime} port, its handles,
 * options, results, queries and snapshots, the registry of graphs, listeners, and operations over
 * many threads such as batches, erasure and clean-up of blobs. What all runtimes share inside is in
 * the packages below: {@code codec}, {@code node}, {@code stream} and {@code thread}.
 *
 * <p>Rank 5. Users start at {@link io.evergraph.runtime.GraphRuntime} and {@link
 * io.evergraph.runtime.memory.InMemoryRuntime}.
 */
@NullMarked
package io.evergraph.runtime;

import org.jspecify.annotations.NullMarked;

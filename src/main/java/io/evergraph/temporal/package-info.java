/**
 * Graphs on Temporal: one workflow interprets a thread, every task is an activity, people and
 * programs speak to it by updates, signals and queries in plain JSON.
 *
 * <p>Rank 6. Users start at {@link io.evergraph.temporal.connection.TemporalConnection}, {@link
 * io.evergraph.temporal.GraphWorker} and {@link io.evergraph.temporal.TemporalRuntime}.
 */
@NullMarked
package io.evergraph.temporal;

import org.jspecify.annotations.NullMarked;

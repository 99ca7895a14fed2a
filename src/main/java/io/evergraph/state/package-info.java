/**
 * The typed state of a graph: channels, the reducers that combine writes, immutable states and
 * updates.
 *
 * <p>Rank 1 and pure: no clock, random, thread or I/O. Start at {@link io.evergraph.state.Channel}
 * and {@link io.evergraph.state.StateUpdate}; {@link io.evergraph.state.StateSchema} applies the
 * ones to the others.
 */
@NullMarked
package io.evergraph.state;

import org.jspecify.annotations.NullMarked;

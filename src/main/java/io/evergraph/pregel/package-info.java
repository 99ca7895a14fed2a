/**
 * The engine: a pure function from checkpoints, inputs and results to checkpoints.
 *
 * <p>Rank 3. {@link io.evergraph.pregel.Pregel} holds no state of its own; a {@link
 * io.evergraph.pregel.Checkpoint} holds everything needed to go on, in any process. Drivers call
 * {@code accept}, run the tasks that {@code next} names, and give their results to {@code settle}.
 */
@NullMarked
package io.evergraph.pregel;

import org.jspecify.annotations.NullMarked;

/**
 * What happened on a thread, as numbered events that are derived from checkpoints and results only,
 * so that every runtime gives the same list for the same order of results.
 *
 * <p>Rank 4 and pure. {@link io.evergraph.event.RunEvents} derives them.
 */
@NullMarked
package io.evergraph.event;

import org.jspecify.annotations.NullMarked;

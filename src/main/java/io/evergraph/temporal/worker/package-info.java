/**
 * Runs tasks as activities: reads their state by reference, heartbeats and reports results. The
 * worker that users start is {@link io.evergraph.temporal.GraphWorker}. Internal.
 */
@NullMarked
package io.evergraph.temporal.worker;

import org.jspecify.annotations.NullMarked;

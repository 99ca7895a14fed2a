/**
 * A thread in the hands of its driver: progress, checkpoint history, waiting inputs, the check of a
 * migration, and the snapshots that people read. Both runtimes share it. How tasks run is in {@code
 * node}. Internal.
 */
@NullMarked
package io.evergraph.runtime.thread;

import org.jspecify.annotations.NullMarked;

/**
 * A thread in the hands of its driver, which both runtimes share: messages that wait, progress,
 * checkpoint history, which tasks to start and to cancel, the check of a migration, and the
 * snapshots that people read. How tasks run is in {@code node}. Internal.
 */
@NullMarked
package io.evergraph.runtime.thread;

import org.jspecify.annotations.NullMarked;

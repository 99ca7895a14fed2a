package io.evergraph.runtime;

import io.evergraph.event.RunEvent;

/**
 * The events of one thread as they come, without gaps. For one reader at a time; close it to free
 * its reader.
 */
public interface EventStream extends Feed<RunEvent> {
  /**
   * Lets the call of {@link #next} that waits, or the next one, return without an event. May be
   * called from any thread.
   */
  void wake();

  /** Returns whether nothing will come any more: the thread has ended, or was deleted. */
  default boolean isOver() {
    return false;
  }
}

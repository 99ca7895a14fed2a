package io.evergraph.runtime;

import io.evergraph.event.RunEvent;

/**
 * The events of one thread as they come, without gaps. For one reader at a time; close it to free
 * its reader.
 */
public interface EventStream extends Feed<RunEvent> {
  /**
   * Has somebody told each time that {@link #next} may have something, and once at the beginning.
   *
   * @param told called from any thread; must return at once
   */
  void onNews(Runnable told);

  /** Returns whether nothing will come any more: the thread has ended, or was deleted. */
  default boolean isOver() {
    return false;
  }
}

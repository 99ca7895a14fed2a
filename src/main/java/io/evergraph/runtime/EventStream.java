package io.evergraph.runtime;

import io.evergraph.event.RunEvent;
import java.time.Duration;
import java.util.List;

/**
 * The events of one thread as they come, without gaps. For one reader at a time; close it to free
 * its reader.
 */
public interface EventStream extends Feed<RunEvent> {
  /**
   * Returns the next events, waiting for at least one.
   *
   * @param wait how long to wait
   * @return events in order; empty when none came in time
   * @throws InterruptedException when the reader's thread is interrupted
   */
  @Override
  List<RunEvent> next(Duration wait) throws InterruptedException;

  /**
   * Lets the call of {@link #next} that waits, or the next one, return without an event. May be
   * called from any thread.
   */
  void wake();
}

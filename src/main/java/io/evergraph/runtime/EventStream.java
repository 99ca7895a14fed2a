package io.evergraph.runtime;

import io.evergraph.event.RunEvent;
import java.time.Duration;
import java.util.List;

/**
 * The events of one thread as they come, without gaps. For one reader at a time; close it to free
 * its reader.
 */
public interface EventStream extends AutoCloseable {
  /**
   * Returns the next events, waiting for at least one.
   *
   * @param wait how long to wait
   * @return events in order; empty when none came in time
   * @throws InterruptedException when the reader's thread is interrupted
   */
  List<RunEvent> next(Duration wait) throws InterruptedException;

  @Override
  void close();
}

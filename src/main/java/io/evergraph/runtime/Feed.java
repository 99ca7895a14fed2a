package io.evergraph.runtime;

import java.time.Duration;
import java.util.List;

/**
 * Something that comes piece by piece. For one reader at a time; close it to free what it holds.
 *
 * @param <T> the pieces
 */
public interface Feed<T> extends AutoCloseable {
  /**
   * Returns the next pieces, waiting for at least one.
   *
   * @param wait how long to wait
   * @return pieces in order; empty when none came in time
   * @throws InterruptedException when the reader's thread is interrupted
   */
  List<T> next(Duration wait) throws InterruptedException;

  @Override
  void close();
}

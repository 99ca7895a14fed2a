package io.evergraph.runtime.memory;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Future;

/**
 * What a runtime in memory waits with: for the deadlines of questions, and between the attempts of
 * nodes. Safe for use by several threads.
 */
public interface Timer extends AutoCloseable {
  /**
   * Runs an action once a time has come, on a thread of the timer's.
   *
   * @return takes the action back when it is cancelled before
   */
  Future<?> at(Instant time, Runnable action);

  /** Runs an action after the pause before another attempt of a node. */
  void after(Duration pause, Runnable action);

  /** Ends the timer: no action runs any more. */
  @Override
  default void close() {}
}

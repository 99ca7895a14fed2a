package io.evergraph.runtime;

import java.time.Duration;
import java.util.concurrent.TimeoutException;

/** A run that was started. */
public interface RunHandle {
  /** Returns the thread that it belongs to. */
  ThreadId thread();

  /** Returns its id. */
  String runId();

  /**
   * Waits until the run stops.
   *
   * @param longest how long to wait
   * @throws TimeoutException when it goes on longer; it is not cancelled by that
   */
  RunResult await(Duration longest) throws TimeoutException;

  /** Waits until the run stops, for as long as it takes; it may wait for people. */
  RunResult await();
}

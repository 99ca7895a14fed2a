package io.evergraph.runtime;

import java.util.concurrent.CancellationException;

/** The line between a running task and whoever waits for it. Safe for use by several threads. */
public interface Liveness {
  /**
   * Says that the task is alive.
   *
   * @throws CancellationException when nobody waits for the task any more
   */
  void beat();

  /** Returns whether nobody waits for the task any more. */
  boolean isCancelled();
}

package io.evergraph.runtime;

import io.evergraph.pregel.Next;

/** How a thread is doing. */
public enum ThreadStatus {
  /** No run is in progress and nothing is open. */
  IDLE,
  /** A run is in progress. */
  BUSY,
  /** The last run waits for answers, or was stopped with tasks left. */
  INTERRUPTED,
  /** The last run has failed or is parked on a failed task. */
  ERROR;

  /** Returns the status that follows from what is to be done next. */
  public static ThreadStatus of(Next next) {
    return next.match(
        run -> BUSY,
        waiting -> INTERRUPTED,
        finished -> IDLE,
        parked -> ERROR,
        failed -> ERROR,
        outOfSteps -> ERROR,
        halted -> INTERRUPTED);
  }
}

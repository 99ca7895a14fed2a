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
    return next.match(new ByNext());
  }

  private static final class ByNext implements Next.Cases<ThreadStatus> {
    @Override
    public ThreadStatus run(Next.Run it) {
      return BUSY;
    }

    @Override
    public ThreadStatus waiting(Next.Waiting it) {
      return INTERRUPTED;
    }

    @Override
    public ThreadStatus finished(Next.Finished it) {
      return IDLE;
    }

    @Override
    public ThreadStatus parked(Next.Parked it) {
      return ERROR;
    }

    @Override
    public ThreadStatus failed(Next.Failed it) {
      return ERROR;
    }

    @Override
    public ThreadStatus outOfSteps(Next.OutOfSteps it) {
      return ERROR;
    }

    @Override
    public ThreadStatus halted(Next.Halted it) {
      return INTERRUPTED;
    }
  }
}

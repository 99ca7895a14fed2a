package io.evergraph.error;

import java.util.Map;

/** A thread has no run of this id. */
public final class UnknownRunException extends GraphException {
  private final String thread;
  private final String run;

  /**
   * Describes the failure.
   *
   * @param thread the thread
   * @param run the run that was asked for
   */
  public UnknownRunException(String thread, String run) {
    super(
        "Thread '" + thread + "' has no run '" + run + "'. Use an id that starting a run returned.",
        Map.of("thread", thread, "run", run));
    this.thread = thread;
    this.run = run;
  }

  /** Returns the thread. */
  public String thread() {
    return thread;
  }

  /** Returns the run that was asked for. */
  public String run() {
    return run;
  }
}

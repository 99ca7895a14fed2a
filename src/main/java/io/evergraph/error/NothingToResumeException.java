package io.evergraph.error;

import java.util.Map;

/** A thread has no task that could go on. */
public final class NothingToResumeException extends GraphException {
  private final String thread;
  private final String action;

  /**
   * Describes the failure.
   *
   * @param thread the thread
   * @param action what was asked for
   */
  public NothingToResumeException(String thread, String action) {
    super(
        "Thread '"
            + thread
            + "' has nothing to go on with: "
            + action
            + " needs an unfinished task. Give it a new input.",
        Map.of("thread", thread, "action", action));
    this.thread = thread;
    this.action = action;
  }

  /** Returns the thread. */
  public String thread() {
    return thread;
  }

  /** Returns what was asked for. */
  public String action() {
    return action;
  }
}

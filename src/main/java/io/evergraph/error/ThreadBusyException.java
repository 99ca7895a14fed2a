package io.evergraph.error;

import java.util.Map;

/** The thread has a run in progress that does not allow this. */
public final class ThreadBusyException extends GraphException {
  private final String thread;
  private final String action;

  /**
   * Describes the failure.
   *
   * @param thread the thread
   * @param action what was asked for
   */
  public ThreadBusyException(String thread, String action) {
    super(
        "Thread '"
            + thread
            + "' has a run in progress: "
            + action
            + " is refused. Wait for its end, cancel it, or enqueue the input.",
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

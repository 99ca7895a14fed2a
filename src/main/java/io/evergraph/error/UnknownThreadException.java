package io.evergraph.error;

import java.util.Map;

/** No such thread exists. */
public final class UnknownThreadException extends GraphException {
  private final String thread;

  /**
   * Describes the failure.
   *
   * @param thread the thread
   */
  public UnknownThreadException(String thread) {
    super(
        "Thread '" + thread + "' does not exist. Create it, or start a run on it.",
        Map.of("thread", thread));
    this.thread = thread;
  }

  /** Returns the thread. */
  public String thread() {
    return thread;
  }
}

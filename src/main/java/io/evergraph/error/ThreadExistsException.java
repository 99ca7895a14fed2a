package io.evergraph.error;

import java.util.Map;

/** A thread of this id exists already. */
public final class ThreadExistsException extends GraphException {
  private final String thread;

  /**
   * Describes the failure.
   *
   * @param thread the thread
   */
  public ThreadExistsException(String thread) {
    super(
        "Thread '" + thread + "' exists already. Use it, or choose another id.",
        Map.of("thread", thread));
    this.thread = thread;
  }

  /** Returns the thread. */
  public String thread() {
    return thread;
  }
}

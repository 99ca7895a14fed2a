package io.evergraph.error;

import java.util.Map;

/** A message came too late: the only run of a thread that was started alone is over. */
public final class ThreadEndedException extends GraphException {
  private final String thread;

  /**
   * Describes the failure.
   *
   * @param thread the thread
   */
  public ThreadEndedException(String thread) {
    super(
        "Expected thread '"
            + thread
            + "' to go on but found that it ended with its only run, which was started alone. Read"
            + " its result, or start a new run on the thread.",
        Map.of("thread", thread));
    this.thread = thread;
  }

  /** Returns the thread. */
  public String thread() {
    return thread;
  }
}

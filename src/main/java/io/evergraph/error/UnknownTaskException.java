package io.evergraph.error;

import java.util.List;
import java.util.Map;

/** A thread has no such task in progress. */
public final class UnknownTaskException extends GraphException {
  private final String thread;
  private final String task;
  private final List<String> pending;

  /**
   * Describes the failure.
   *
   * @param thread the thread
   * @param task the id that was asked for
   * @param pending the ids of the tasks in progress
   */
  public UnknownTaskException(String thread, String task, List<String> pending) {
    super(
        "Thread '"
            + thread
            + "' has no task '"
            + task
            + "' in progress; in progress are "
            + pending
            + ". A task that was given up is parked: retry, skip or edit it.",
        Map.of("thread", thread, "task", task, "pending", pending));
    this.thread = thread;
    this.task = task;
    this.pending = List.copyOf(pending);
  }

  /** Returns the thread. */
  public String thread() {
    return thread;
  }

  /** Returns the id that was asked for. */
  public String task() {
    return task;
  }

  /** Returns the ids of the tasks in progress. */
  public List<String> pending() {
    return pending;
  }
}

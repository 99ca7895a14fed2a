package io.evergraph.error;

import java.util.List;

/** A thread has no such task in progress. */
public final class UnknownTaskException extends GraphException {
  /**
   * Describes the failure.
   *
   * @param pending the ids of the tasks in progress
   */
  public UnknownTaskException(String thread, String task, List<String> pending) {
    this(Facts.of("thread", thread).and("task", task).and("pending", pending));
  }

  UnknownTaskException(Facts facts) {
    super(
        facts,
        "Thread '{thread}' has no task '{task}' in progress; in progress are {pending}. A task that"
            + " was given up is parked: retry, skip or edit it.");
  }
}

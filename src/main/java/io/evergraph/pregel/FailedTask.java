package io.evergraph.pregel;

import io.evergraph.error.TaskFailedException;

/**
 * A task that failed for good, with how it did.
 *
 * @param task the task
 * @param failure the last error
 */
public record FailedTask(Task task, TaskResult.Failed failure) {

  /** Returns the failure as the error of a run. */
  public TaskFailedException error() {
    return new TaskFailedException(
        task.node(), task.id(), failure.type(), failure.message(), failure.report().attempts());
  }
}

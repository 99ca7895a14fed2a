package io.evergraph.pregel;

import io.evergraph.error.GraphException;
import io.evergraph.error.JoinFailedException;
import io.evergraph.error.TaskFailedException;
import java.util.Optional;

/**
 * A task that failed for good, with how it did.
 *
 * @param task the task
 * @param failure the last error
 * @param race how the race was lost that the task was a branch of; empty when it was none
 */
public record FailedTask(Task task, TaskResult.Failed failure, Optional<JoinFailedException> race) {

  /** Returns the failure as the error of a run. */
  public GraphException error() {
    return race.isPresent()
        ? race.get()
        : new TaskFailedException(
            task.node(), task.id(), failure.type(), failure.message(), failure.report().attempts());
  }
}

package io.evergraph.pregel;

import io.evergraph.error.GraphException;
import io.evergraph.state.StateSchema;
import io.evergraph.state.Write;
import java.util.List;

/**
 * A task of the superstep in progress.
 *
 * @param progress how far it has come
 */
public record PlannedTask(Task task, Progress progress) {

  boolean isDropped() {
    return progress instanceof Progress.Dropped;
  }

  static PlannedTask ready(Task task) {
    return new PlannedTask(task, new Progress.Ready());
  }

  static PlannedTask settled(Task task, List<Write> writes, Routing routing) {
    return new PlannedTask(
        task,
        new Progress.Settled(
            new TaskResult.Completed(task.id(), writes, routing, TaskReport.NONE)));
  }

  PlannedTask forgetting(StateSchema schema) {
    return progress instanceof Progress.Settled settled
        ? with(new Progress.Settled(settled.result().only(schema::isTracked)))
        : this;
  }

  PlannedTask with(Progress other) {
    return new PlannedTask(task, other);
  }

  /** Returns this task as one that has failed, though its node may have finished. */
  PlannedTask refused(GraphException error) {
    TaskReport report =
        progress instanceof Progress.Settled settled ? settled.result().report() : TaskReport.NONE;
    return with(
        new Progress.Broken(
            new TaskResult.Failed(
                task.id(),
                error.getClass().getName(),
                String.valueOf(error.getMessage()),
                error.details(),
                report)));
  }

  TaskResult.Completed completed() {
    if (progress instanceof Progress.Settled settled) {
      return settled.result();
    }
    throw new IllegalStateException(
        "Expected a finished task but found " + task.id() + " in " + progress);
  }
}

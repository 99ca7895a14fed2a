package io.evergraph.pregel;

import io.evergraph.state.StateSchema;

/**
 * A task of the superstep in progress.
 *
 * @param task the task
 * @param progress how far it has come
 */
public record PlannedTask(Task task, Progress progress) {

  boolean isDropped() {
    return progress instanceof Progress.Dropped;
  }

  static PlannedTask ready(Task task) {
    return new PlannedTask(task, new Progress.Ready());
  }

  /** Returns this task without what it wrote for the run in progress alone. */
  PlannedTask forgetting(StateSchema schema) {
    return progress instanceof Progress.Settled settled
        ? with(new Progress.Settled(settled.result().only(schema::isTracked)))
        : this;
  }

  PlannedTask with(Progress other) {
    return new PlannedTask(task, other);
  }
}

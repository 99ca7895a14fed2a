package io.evergraph.pregel;

/**
 * A task of the superstep in progress.
 *
 * @param task the task
 * @param progress how far it has come
 */
public record PlannedTask(Task task, Progress progress) {

  static PlannedTask ready(Task task) {
    return new PlannedTask(task, new Progress.Ready());
  }

  PlannedTask with(Progress other) {
    return new PlannedTask(task, other);
  }
}

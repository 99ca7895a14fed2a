package io.evergraph.pregel;

import io.evergraph.error.GraphException;
import io.evergraph.graph.Interrupt;
import io.evergraph.state.StateSchema;
import io.evergraph.state.StateUpdate;
import io.evergraph.state.Write;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/**
 * A task of the superstep in progress.
 *
 * @param progress how far it has come
 * @param asked its questions that were answered, or settled otherwise, oldest first
 * @param depth in an eager graph, how many tasks of the run went before it one after the other; 0
 *     in supersteps
 */
public record PlannedTask(Task task, Progress progress, List<Interrupt> asked, int depth) {
  /** Makes a task that has asked nothing. */
  public PlannedTask(Task task, Progress progress) {
    this(task, progress, List.of(), 0);
  }

  public PlannedTask {
    asked = asked == null ? List.of() : List.copyOf(asked);
  }

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

  /** The result of a task that only asks routers goes on repeating what the task was given. */
  PlannedTask forgetting(StateSchema schema) {
    if (!(progress instanceof Progress.Settled settled)) {
      return this;
    }
    Task same =
        task.trigger() instanceof Trigger.RouteOnly given
            ? task.with(given.map(update -> tracked(update, schema)))
            : task;
    Progress kept = new Progress.Settled(settled.result().only(schema::isTracked));
    return new PlannedTask(same, kept, asked, depth);
  }

  private static StateUpdate tracked(StateUpdate update, StateSchema schema) {
    return new StateUpdate(
        update.writes().stream().filter(write -> schema.isTracked(write.channel())).toList());
  }

  PlannedTask with(Progress other) {
    return new PlannedTask(task, other, asked, depth);
  }

  PlannedTask moved(long checkpoint, int step) {
    return new PlannedTask(task.moved(checkpoint, step), progress).at(depth);
  }

  /**
   * Returns this task, to be run again, for the same reason or another; it has asked what it has.
   */
  PlannedTask again(Task same) {
    return new PlannedTask(same, new Progress.Ready(), asked, depth);
  }

  /** Returns this task as one that somebody ended in its place; it has asked what it has. */
  PlannedTask ended(List<Write> writes, Routing routing) {
    return new PlannedTask(task, settled(task, writes, routing).progress(), questions(), depth);
  }

  /**
   * Returns this task as another one that is to be run, failed or not, unless it is over or goes on
   * in a subgraph; the handler of a failure stays one.
   */
  PlannedTask renewed(long number) {
    boolean goesOn = progress.isOver() || progress instanceof Progress.Nested;
    return goesOn ? this : ready(task.renewed(number)).at(depth);
  }

  PlannedTask at(int otherDepth) {
    return depth == otherDepth ? this : new PlannedTask(task, progress, asked, otherDepth);
  }

  /** Returns whether a trigger along edges would run the same node beside this task. */
  boolean isAlongEdges() {
    return task.trigger().readsCheckpoint();
  }

  /** Returns this task, to be run again with the answers to all that it asked. */
  PlannedTask answered(Progress.Asking all) {
    Task next = task.withAnswers(new LinkedHashMap<>(all.given()));
    return new PlannedTask(next, new Progress.Ready(), questions(), depth);
  }

  /** Returns this task, to go on with some answers; what it still asks, it asks again. */
  PlannedTask goingOn(Progress.Asking some) {
    List<Interrupt> answered = new ArrayList<>(asked);
    some.questions().stream()
        .filter(question -> some.given().containsKey(question.id()))
        .forEach(answered::add);
    Task next = task.withAnswers(new LinkedHashMap<>(some.given()));
    return new PlannedTask(next, new Progress.Ready(), answered, depth);
  }

  /** Returns all questions that it has asked, oldest first. */
  public List<Interrupt> questions() {
    List<Interrupt> all = new ArrayList<>(asked);
    if (progress instanceof Progress.Asking asking) {
      all.addAll(asking.questions());
    }
    return all;
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

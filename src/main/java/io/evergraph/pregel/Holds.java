package io.evergraph.pregel;

import io.evergraph.graph.Breakpoints;
import io.evergraph.state.StateUpdate;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Lets the frames of one transition stand at breakpoints, and go on from them. */
final class Holds {
  private final Transition transition;
  private final Levels levels;
  private final String thread;

  Holds(Transition transition, Levels levels, String thread) {
    this.transition = transition;
    this.levels = levels;
    this.thread = thread;
  }

  /** Returns the breakpoint that stands between the superstep of a frame and the one to follow. */
  @Nullable Hold between(Frame before, Plan next, Segment segment) {
    if (segment.isEdit()) {
      return before.hold();
    }
    Breakpoints points = levels.breakpoints(before, segment.settings().breakpoints());
    if (points.isEmpty()) {
      return null;
    }
    List<String> after =
        before.plan().isEntry() || before.hold() != null
            ? List.of()
            : before.plan().nodes().stream().filter(points::stopsAfter).toList();
    List<String> ahead = next.nodes().stream().filter(points::stopsBefore).toList();
    if (after.isEmpty() && ahead.isEmpty()) {
      return null;
    }
    return after.isEmpty()
        ? new Hold(ahead, after, Plan.empty(), Backlog.EMPTY)
        : new Hold(ahead, after, ended(before.plan()), before.backlog());
  }

  /** Of what has ended only where it leads may be asked again. */
  private static Plan ended(Plan plan) {
    return Plan.of(
        plan.tasks().stream().filter(planned -> !planned.isDropped()).map(Holds::ended).toList());
  }

  private static PlannedTask ended(PlannedTask planned) {
    Task task = planned.task();
    Task plain =
        new Task(
            task.id(),
            task.namespace(),
            task.node(),
            task.index(),
            new Trigger.Edges(),
            task.checkpoint(),
            task.step(),
            Map.of());
    Routing routing =
        planned.progress() instanceof Progress.Settled settled
                && settled.result().routing().rule() == Routing.Rule.INSTEAD_OF_EDGES
            ? settled.result().routing()
            : Routing.beside(List.of());
    return new PlannedTask(plain, settled(plain, routing));
  }

  private static Progress settled(Task task, Routing routing) {
    return new Progress.Settled(
        new TaskResult.Completed(task.id(), List.of(), routing, TaskReport.NONE));
  }

  /** Lets every frame go on. */
  void release() {
    for (Frame frame : List.copyOf(transition.frames())) {
      Hold hold = frame.hold();
      if (hold != null && !hold.passes()) {
        transition.put(frame.withHold(null));
        release(frame);
      }
    }
  }

  private void release(Frame frame) {
    if (!frame.isRoot() && frame.plan().isEmpty()) {
      transition.end(transition.frame(frame.namespace()));
    } else {
      transition.calls().open(frame.namespace(), frame.plan());
    }
  }

  /**
   * Returns what an edit of the state makes of the plan of a frame that stands after nodes: their
   * routes are to be found anew; empty where it does not stand so.
   */
  Plan routes(Frame frame, long number, int step) {
    Hold hold = frame.hold();
    if (hold == null) {
      return Plan.empty();
    }
    return Plan.of(
        hold.routes().tasks().stream()
            .map(planned -> route(frame, planned, number, step))
            .toList());
  }

  private PlannedTask route(Frame frame, PlannedTask ended, long number, int step) {
    Task was = ended.task();
    Trigger routeOnly = new Trigger.RouteOnly(StateUpdate.empty());
    Task task = Task.planned(thread, frame, was.node(), was.index(), routeOnly, number, step);
    Routing routing = ((Progress.Settled) ended.progress()).result().routing();
    boolean asksRouters =
        routing.rule() == Routing.Rule.BESIDE_EDGES && levels.of(frame).hasRouters(was.node());
    return asksRouters ? PlannedTask.ready(task) : new PlannedTask(task, settled(task, routing));
  }
}

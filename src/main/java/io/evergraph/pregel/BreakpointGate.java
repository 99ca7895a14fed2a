package io.evergraph.pregel;

import io.evergraph.graph.Breakpoints;
import io.evergraph.state.StateUpdate;
import io.evergraph.state.TaskWrites;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Lets the frames of one transition stand at breakpoints, and go on from them. */
final class BreakpointGate {
  private final Transition transition;
  private final GraphIndex index;
  private final String thread;

  BreakpointGate(Transition transition, GraphIndex index, String thread) {
    this.transition = transition;
    this.index = index;
    this.thread = thread;
  }

  @Nullable BreakpointHit between(Frame before, Plan next, Segment segment) {
    if (segment.isEdit()) {
      return before.hold();
    }
    Breakpoints points = index.breakpoints(before, segment.settings().breakpoints());
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
        ? new BreakpointHit(ahead, after, Plan.empty(), PendingJoins.EMPTY)
        : new BreakpointHit(ahead, after, ended(before.plan()), before.backlog());
  }

  /** Of what has ended only where it leads may be asked again. */
  private static Plan ended(Plan plan) {
    return Plan.of(
        plan.tasks().stream()
            .filter(planned -> !planned.isDropped())
            .map(BreakpointGate::ended)
            .toList());
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
            : Routing.ALONG_EDGES;
    return PlannedTask.settled(plain, List.of(), routing);
  }

  void release() {
    for (Frame frame : List.copyOf(transition.frames().values())) {
      BreakpointHit hit = frame.hold();
      if (hit != null && !hit.passes()) {
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
   * Returns a frame at the next checkpoint, after an edit of its state: it keeps its plan, but
   * where it stands after nodes, their routes are to be found anew.
   */
  Frame edited(Frame before, List<TaskWrites> contributions) {
    long number = transition.nextNumber();
    int step = before.step() + 1;
    Plan routes = contributions.isEmpty() ? Plan.empty() : routes(before, number, step + 1);
    Plan plan = routes.isEmpty() ? before.plan().moved(number, step + 1) : routes;
    return transition
        .holding(before.committed(number, step), transition.applied(before, contributions))
        .with(plan);
  }

  private Plan routes(Frame frame, long number, int step) {
    BreakpointHit hit = frame.hold();
    return hit == null
        ? Plan.empty()
        : Plan.of(
            hit.routes().tasks().stream()
                .map(planned -> route(frame, planned, number, step))
                .toList());
  }

  private PlannedTask route(Frame frame, PlannedTask ended, long number, int step) {
    Task was = ended.task();
    Trigger routeOnly = new Trigger.RouteOnly(StateUpdate.empty());
    Task task = Task.planned(thread, frame, was.node(), was.index(), routeOnly, number, step);
    Routing routing = ((Progress.Settled) ended.progress()).result().routing();
    boolean asksRouters =
        routing.rule() == Routing.Rule.BESIDE_EDGES && index.of(frame).hasRouters(was.node());
    return asksRouters ? PlannedTask.ready(task) : PlannedTask.settled(task, List.of(), routing);
  }
}

package io.evergraph.pregel;

import io.evergraph.graph.Breakpoints;
import io.evergraph.state.StateUpdate;
import io.evergraph.state.TaskWrites;
import java.util.ArrayList;
import java.util.List;
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

  @Nullable BreakpointHit between(Frame before, Plan next, @Nullable Segment segment) {
    if (segment == null || segment.isEdit()) {
      return before.hold();
    }
    BreakpointHit standing = standing(before);
    Breakpoints points = index.breakpoints(before, segment.settings().breakpoints());
    if (points.isEmpty()) {
      return standing;
    }
    boolean passes = before.hold() != null && standing == null;
    List<String> after =
        before.plan().isEntry() || passes
            ? List.of()
            : before.plan().nodes().stream().filter(points::stopsAfter).toList();
    List<String> ahead = next.nodes().stream().filter(points::stopsBefore).toList();
    if (after.isEmpty() && ahead.isEmpty()) {
      return standing;
    }
    BreakpointHit hit = new BreakpointHit(ahead, after, tasks(before, next, ahead, after));
    return standing == null ? hit : standing.and(hit);
  }

  /** In an eager graph some tasks stand while others go on. */
  private @Nullable BreakpointHit standing(Frame frame) {
    BreakpointHit hold = frame.hold();
    return index.of(frame).isEager() && hold != null && !hold.passes() ? hold : null;
  }

  private List<String> tasks(Frame frame, Plan next, List<String> ahead, List<String> after) {
    return next.tasks().stream()
        .map(PlannedTask::task)
        .filter(task -> index.of(frame).isEager())
        .filter(task -> !after.isEmpty() || ahead.contains(task.node()))
        .map(Task::id)
        .toList();
  }

  void release() {
    for (Frame frame : List.copyOf(transition.frames().values())) {
      BreakpointHit hit = frame.hold();
      if (hit != null && !hit.passes()) {
        transition.put(frame.with(released(frame, hit)).withHold(null));
        release(transition.frame(frame.namespace()));
      }
    }
  }

  /** What stood in an eager graph begins now, on the state as it is now. */
  private static Plan released(Frame frame, BreakpointHit hit) {
    return frame
        .plan()
        .moved(planned -> hit.holds(planned.task()), frame.checkpoint(), frame.step() + 1);
  }

  private void release(Frame frame) {
    if (!frame.isRoot() && frame.plan().isEmpty()) {
      transition.end(transition.frame(frame.namespace()));
    } else {
      transition.calls().open(frame.namespace(), frame.plan());
    }
  }

  /** Returns a frame at the next checkpoint, after an edit of its state: it keeps its plan. */
  Frame edited(Frame before, List<TaskWrites> contributions) {
    long number = transition.nextNumber();
    int step = before.step() + 1;
    return transition
        .holding(before.committed(number, step), transition.applied(before, contributions))
        .with(before.plan().moved(number, step + 1));
  }

  /** Returns the tasks that find out anew where the last superstep of a frame leads. */
  Plan routes(Frame frame) {
    LastStep last = frame.last();
    List<PlannedTask> asked = new ArrayList<>();
    for (PlannedTask ended : last == null ? List.<PlannedTask>of() : last.routes().tasks()) {
      if (index.of(frame).hasSource(ended.task().node())) {
        asked.add(route(frame, ended, asked.size()));
      }
    }
    return Plan.of(asked);
  }

  /** The index keeps the id apart from those of the node's own tasks. */
  private PlannedTask route(Frame frame, PlannedTask ended, int position) {
    Task was = ended.task();
    Trigger routeOnly = new Trigger.RouteOnly(StateUpdate.empty());
    Task task =
        Task.planned(
            thread,
            frame,
            was.node(),
            -1 - position,
            routeOnly,
            frame.checkpoint(),
            frame.step() + 1);
    Routing routing = ended.completed().routing();
    boolean asksRouters =
        routing.equals(Routing.ALONG_EDGES) && index.of(frame).hasRouters(was.node());
    return asksRouters ? PlannedTask.ready(task) : PlannedTask.settled(task, List.of(), routing);
  }
}

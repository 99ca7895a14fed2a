package io.evergraph.pregel;

import io.evergraph.graph.Breakpoints;
import io.evergraph.graph.Interrupt;
import io.evergraph.graph.OnFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Derives from a checkpoint what is to be done next. */
final class NextPlanner {
  private final GraphIndex index;
  private final Checkpoint at;
  private final FailFast failFast;
  private final List<Task> ready = new ArrayList<>();
  private final List<Interrupt> interrupts = new ArrayList<>();
  private final List<Next.FailedTask> failures = new ArrayList<>();
  private final List<Frame> held = new ArrayList<>();
  private boolean outOfSteps;

  NextPlanner(GraphIndex index, Checkpoint at) {
    this.index = index;
    this.at = at;
    this.failFast = FailFast.of(index, at);
  }

  /** Decides whether tasks are to be run, without a look at each of them. */
  boolean isRunning() {
    Segment segment = at.segment();
    return segment != null && segment.halt() == null && hasWork(segment);
  }

  private boolean hasWork(Segment segment) {
    for (Frame frame : at.frames().values()) {
      if (!failFast.stops(frame) && segment.mayRunTasks(frame, at.frames(), index)) {
        return true;
      }
    }
    return false;
  }

  Next next() {
    Segment segment = at.segment();
    if (segment == null) {
      return new Next.Finished(at.root().state());
    }
    Halt halt = segment.halt();
    if (halt != null) {
      return halted(halt);
    }
    collect(at.root());
    return isRunning() ? new Next.Run(ready) : stopped(segment);
  }

  List<Interrupt> openInterrupts() {
    collect(at.root());
    return interrupts;
  }

  private Next halted(Halt halt) {
    List<String> nodes = at.root().plan().nodes();
    if (halt instanceof Halt.Refused refused) {
      return new Next.Failed(refused.error(), nodes);
    }
    if (nodes.isEmpty()) {
      return new Next.Finished(at.root().state());
    }
    Segment segment = at.segment();
    return segment != null && halt instanceof Halt.Edited
        ? edited(segment, nodes)
        : new Next.Halted(halt, nodes);
  }

  /** An edit that leaves nothing to run leaves open what was open. */
  private Next edited(Segment segment, List<String> nodes) {
    collect(at.root());
    boolean waits = ready.isEmpty() && !(interrupts.isEmpty() && failures.isEmpty());
    return waits ? stopped(segment) : new Next.Halted(new Halt.Edited(), nodes);
  }

  private Next stopped(Segment segment) {
    List<String> nodes = at.root().plan().nodes();
    if (failFast.stops(at.root())) {
      return failed(segment);
    }
    if (segment.isPaused() && !nodes.isEmpty()) {
      return new Next.Halted(new Halt.Paused(), nodes);
    }
    if (outOfSteps) {
      return new Next.OutOfSteps(segment.settings().maxSteps(), nodes);
    }
    if (!failures.isEmpty()) {
      return failed(segment);
    }
    if (!interrupts.isEmpty()) {
      return new Next.Waiting(interrupts);
    }
    return held.isEmpty() ? ended(segment, nodes) : atBreakpoint(nodes);
  }

  private Next failed(Segment segment) {
    return segment.settings().onFailure() == OnFailure.PARK
        ? new Next.Parked(failures, interrupts)
        : new Next.Failed(failures.get(0).error(), at.root().plan().nodes());
  }

  /** Without tasks to run or wait for, only a superstep beyond the limit can be left. */
  private Next ended(Segment segment, List<String> nodes) {
    return nodes.isEmpty()
        ? new Next.Finished(at.root().state())
        : new Next.OutOfSteps(segment.settings().maxSteps(), nodes);
  }

  private Next atBreakpoint(List<String> nodes) {
    List<String> before = new ArrayList<>();
    List<String> after = new ArrayList<>();
    for (Frame frame : held) {
      BreakpointHit hit = Objects.requireNonNull(frame.hold());
      hit.before().forEach(node -> before.add(Breakpoints.path(frame.graphPath(), node)));
      hit.after().forEach(node -> after.add(Breakpoints.path(frame.graphPath(), node)));
    }
    return new Next.Halted(new Halt.AtBreakpoint(before, after), nodes);
  }

  /** In task order: the tasks of a subgraph stand where its own task does. */
  private void collect(Frame frame) {
    Segment segment = at.segment();
    if (segment != null && segment.stopsAt(frame)) {
      held.add(frame);
      if (!index.of(frame).isEager()) {
        return;
      }
    }
    boolean goesOn = segment == null || segment.letsInside(frame, at.frames(), index);
    boolean mayRun = !Segment.isInDoubt(frame, at.frames()) && !failFast.stops(frame);
    // Wide steps have thousands of tasks that are ready or over: no functions are made for them.
    for (PlannedTask planned : frame.plan().tasks()) {
      if (planned.progress() instanceof Progress.Ready) {
        if (mayRun) {
          collectReady(frame, planned, goesOn);
        }
      } else if (!planned.progress().isOver()) {
        collectStopped(frame, planned);
      }
    }
  }

  private void collectReady(Frame frame, PlannedTask planned, boolean goesOn) {
    Segment segment = at.segment();
    boolean isAdmitted =
        segment == null
            || (segment.admits(frame, planned) && !segment.holds(frame, planned, index));
    boolean hasSteps = goesOn && (segment == null || segment.remaining(frame, planned, index) > 0);
    outOfSteps |= isAdmitted && !hasSteps;
    if (isAdmitted && hasSteps) {
      ready.add(planned.task());
    }
  }

  private boolean collectStopped(Frame frame, PlannedTask planned) {
    return planned
        .progress()
        .match(
            any -> false,
            settled -> false,
            asking -> interrupts.addAll(asking.open()),
            broken -> failures.add(failed(frame, planned, broken)),
            nested -> {
              at.frame(nested.namespace()).ifPresent(this::collect);
              return true;
            },
            dropped -> false);
  }

  private Next.FailedTask failed(Frame frame, PlannedTask planned, Progress.Broken broken) {
    RaceResolver races = new RaceResolver(index.of(frame));
    return new Next.FailedTask(planned.task(), broken.failure(), races.failure(frame, planned));
  }
}

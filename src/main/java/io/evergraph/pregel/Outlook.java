package io.evergraph.pregel;

import io.evergraph.graph.Breakpoints;
import io.evergraph.graph.OnFailure;
import io.evergraph.graph.Siblings;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Reads from a checkpoint what is to be done with it. */
final class Outlook {
  private final Levels levels;
  private final Checkpoint at;
  private final List<Task> ready = new ArrayList<>();
  private final List<Task> beyond = new ArrayList<>();
  private final List<Interrupt> interrupts = new ArrayList<>();
  private final List<FailedTask> failures = new ArrayList<>();
  private final List<Frame> held = new ArrayList<>();
  private boolean fatal;

  Outlook(Levels levels, Checkpoint at) {
    this.levels = levels;
    this.at = at;
    sort(at.root());
  }

  /** In task order: the tasks of a subgraph stand where its own task does. */
  private void sort(Frame frame) {
    Segment segment = at.segment();
    if (segment != null && segment.stopsAt(frame)) {
      held.add(frame);
      return;
    }
    boolean isBeyond = segment != null && !segment.lets(frame, at.frames());
    for (PlannedTask planned : frame.plan().tasks()) {
      planned.progress().match(new Sorting(planned, isBeyond));
    }
  }

  /** Returns whether a task has failed that nothing can make up for. */
  boolean isFatal() {
    return fatal;
  }

  List<Interrupt> openInterrupts() {
    return interrupts;
  }

  /**
   * Says what is to be done.
   *
   * @param siblings what becomes of the tasks beside a failed one
   */
  Next next(Siblings siblings) {
    Segment segment = at.segment();
    if (segment == null) {
      return new Next.Finished(at.root().state());
    }
    Halt halt = segment.halt();
    if (halt != null) {
      return halted(halt);
    }
    if (fatal && siblings == Siblings.CANCEL) {
      return failed(segment);
    }
    if (!ready.isEmpty()) {
      return new Next.Run(ready);
    }
    if (segment.isPaused() && !at.root().plan().isEmpty()) {
      return new Next.Halted(new Halt.Paused(), at.root().plan().nodes());
    }
    if (!beyond.isEmpty()) {
      return outOfSteps(segment);
    }
    if (!failures.isEmpty()) {
      return failed(segment);
    }
    if (!interrupts.isEmpty()) {
      return new Next.Waiting(interrupts);
    }
    return held.isEmpty() ? ended(segment) : atBreakpoint();
  }

  /** Without tasks to run or wait for, only a superstep beyond the limit can be left. */
  private Next ended(Segment segment) {
    return at.root().plan().isEmpty() ? new Next.Finished(at.root().state()) : outOfSteps(segment);
  }

  private Next atBreakpoint() {
    List<String> before = new ArrayList<>();
    List<String> after = new ArrayList<>();
    for (Frame frame : held) {
      Hold hold = Objects.requireNonNull(frame.hold());
      hold.before().forEach(node -> before.add(Breakpoints.path(frame.graphPath(), node)));
      hold.after().forEach(node -> after.add(Breakpoints.path(frame.graphPath(), node)));
    }
    return new Next.Halted(new Halt.AtBreakpoint(before, after), at.root().plan().nodes());
  }

  private Next outOfSteps(Segment segment) {
    return new Next.OutOfSteps(segment.settings().maxSteps(), at.root().plan().nodes());
  }

  private Next halted(Halt halt) {
    List<String> nodes = at.root().plan().nodes();
    if (nodes.isEmpty()) {
      return new Next.Finished(at.root().state());
    }
    return halt instanceof Halt.Refused refused
        ? new Next.Failed(refused.error(), nodes)
        : new Next.Halted(halt, nodes);
  }

  private Next failed(Segment segment) {
    return segment.settings().onFailure() == OnFailure.PARK
        ? new Next.Parked(failures, interrupts)
        : new Next.Failed(failures.get(0).error(), at.root().plan().nodes());
  }

  /** Returns whether a frame runs in a branch of a race that another one can still win. */
  private boolean isMadeUpFor(Frame frame) {
    String task = frame.parentTaskId();
    return task != null
        && at.frames().holding(task).filter(outer -> canDoWithout(outer, task)).isPresent();
  }

  private boolean canDoWithout(Frame outer, String task) {
    PlannedTask caller = outer.plan().find(task).orElseThrow();
    return new Races(levels.of(outer)).canDoWithout(outer, caller) || isMadeUpFor(outer);
  }

  /** Puts a planned task where it belongs. */
  private final class Sorting implements Progress.Cases<Boolean> {
    private final PlannedTask planned;
    private final boolean isBeyond;

    Sorting(PlannedTask planned, boolean isBeyond) {
      this.planned = planned;
      this.isBeyond = isBeyond;
    }

    @Override
    public Boolean ready(Progress.Ready any) {
      Segment segment = at.segment();
      boolean isAdmitted = segment == null || segment.admits(planned);
      return isAdmitted && (isBeyond ? beyond : ready).add(planned.task());
    }

    @Override
    public Boolean settled(Progress.Settled it) {
      return true;
    }

    @Override
    public Boolean asking(Progress.Asking it) {
      return interrupts.addAll(it.open());
    }

    @Override
    public Boolean broken(Progress.Broken it) {
      Frame frame = at.frame(planned.task().namespace()).orElseThrow();
      fatal |= !isMadeUpFor(frame);
      return failures.add(
          new FailedTask(
              planned.task(), it.failure(), new Races(levels.of(frame)).failure(frame, planned)));
    }

    @Override
    public Boolean dropped(Progress.Dropped it) {
      return true;
    }

    @Override
    public Boolean nested(Progress.Nested it) {
      at.frame(it.namespace()).ifPresent(Outlook.this::sort);
      return true;
    }
  }
}

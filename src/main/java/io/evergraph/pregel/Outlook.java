package io.evergraph.pregel;

import io.evergraph.graph.OnFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Reads from a checkpoint what is to be done with it. */
final class Outlook {
  private final Checkpoint at;
  private final List<Task> ready = new ArrayList<>();
  private final List<Interrupt> interrupts = new ArrayList<>();
  private final List<FailedTask> failures = new ArrayList<>();

  Outlook(Checkpoint at) {
    this.at = at;
    tasks(at).forEach(planned -> planned.progress().match(new Sorting(planned)));
  }

  private static Stream<PlannedTask> tasks(Checkpoint at) {
    return at.frames().values().stream().flatMap(frame -> frame.plan().tasks().stream());
  }

  static List<Interrupt> openInterrupts(Checkpoint at) {
    return new Outlook(at).interrupts;
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
    if (!ready.isEmpty()) {
      return running(segment);
    }
    if (!failures.isEmpty()) {
      return failed(segment);
    }
    return interrupts.isEmpty()
        ? new Next.Finished(at.root().state())
        : new Next.Waiting(interrupts);
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

  private Next running(Segment segment) {
    int limit = segment.settings().maxSteps();
    boolean entering = ready.stream().anyMatch(task -> task.trigger() instanceof Trigger.RouteOnly);
    boolean exhausted =
        segment.steps() >= limit || ready.stream().anyMatch(task -> isTooDeep(task, limit));
    return exhausted && !entering
        ? new Next.OutOfSteps(limit, at.root().plan().nodes())
        : new Next.Run(ready, limit - segment.steps() - 1);
  }

  /** A subgraph has its own count of the same limit, so that a loop inside it ends too. */
  private static boolean isTooDeep(Task task, int limit) {
    return !task.namespace().isEmpty() && task.step() > limit;
  }

  private Next failed(Segment segment) {
    return segment.settings().onFailure() == OnFailure.PARK
        ? new Next.Parked(failures, interrupts)
        : new Next.Failed(failures.get(0).error(), at.root().plan().nodes());
  }

  /** Puts a planned task where it belongs. */
  private final class Sorting implements Progress.Cases<Boolean> {
    private final PlannedTask planned;

    Sorting(PlannedTask planned) {
      this.planned = planned;
    }

    @Override
    public Boolean ready(Progress.Ready it) {
      return ready.add(planned.task());
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
      return failures.add(new FailedTask(planned.task(), it.failure()));
    }

    @Override
    public Boolean nested(Progress.Nested it) {
      return true;
    }
  }
}

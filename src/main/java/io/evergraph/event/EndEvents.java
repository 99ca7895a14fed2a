package io.evergraph.event;

import io.evergraph.error.StepLimitException;
import io.evergraph.graph.Interrupt;
import io.evergraph.pregel.Checkpoint;
import io.evergraph.pregel.Halt;
import io.evergraph.pregel.Next;
import io.evergraph.pregel.Segment;
import java.util.List;

/** Tells how a run stopped. */
final class EndEvents {
  private final List<String> runs;
  private final Checkpoint after;
  private final EventSink sink;

  EndEvents(Segment segment, Checkpoint after, EventSink sink) {
    this.runs = segment.runs();
    this.after = after;
    this.sink = sink;
  }

  boolean add(Next next) {
    return next.match(
        run -> false,
        this::waiting,
        finished -> finished(),
        this::parked,
        failed -> sink.failed(runs, failed.error()),
        out -> sink.failed(runs, new StepLimitException(out.limit(), out.nextNodes())),
        halted -> halted(halted.reason(), halted.nextNodes()));
  }

  private boolean waiting(Next.Waiting it) {
    List<String> ids = it.interrupts().stream().map(Interrupt::id).toList();
    return sink.add((number, at) -> new RunEvent.RunWaiting(number, at, runs, ids));
  }

  private boolean finished() {
    return sink.add(
        (number, at) -> new RunEvent.RunFinished(number, at, runs, after.root().checkpoint()));
  }

  private boolean parked(Next.Parked it) {
    List<String> tasks = it.failures().stream().map(failed -> failed.task().id()).toList();
    return sink.add((number, at) -> new RunEvent.RunParked(number, at, runs, tasks));
  }

  /** An edit is no run, and a refusal is a failure. */
  private boolean halted(Halt reason, List<String> nodes) {
    return reason.match(
        cancelled -> cancelled(nodes),
        edited -> false,
        refused -> false,
        atBreakpoint -> paused(RunEvent.Pause.BREAKPOINT, nodes),
        paused -> paused(RunEvent.Pause.REQUEST, nodes));
  }

  private boolean paused(RunEvent.Pause cause, List<String> nodes) {
    return sink.add((number, at) -> new RunEvent.RunPaused(number, at, runs, cause, nodes));
  }

  boolean cancelled(List<String> nodes) {
    return sink.add((number, at) -> new RunEvent.RunCancelled(number, at, runs, nodes));
  }
}

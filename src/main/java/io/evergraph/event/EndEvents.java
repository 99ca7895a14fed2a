package io.evergraph.event;

import io.evergraph.error.GraphException;
import io.evergraph.error.StepLimitException;
import io.evergraph.pregel.Checkpoint;
import io.evergraph.pregel.Halt;
import io.evergraph.pregel.Interrupt;
import io.evergraph.pregel.Next;
import io.evergraph.pregel.Segment;
import java.util.List;

/** Tells how a run stopped. */
final class EndEvents implements Next.Cases<Boolean> {
  private final List<String> runs;
  private final Checkpoint after;
  private final EventSink sink;

  EndEvents(Segment segment, Checkpoint after, EventSink sink) {
    this.runs = segment.runs();
    this.after = after;
    this.sink = sink;
  }

  @Override
  public Boolean run(Next.Run it) {
    return false;
  }

  @Override
  public Boolean waiting(Next.Waiting it) {
    List<String> ids = it.interrupts().stream().map(Interrupt::id).toList();
    return sink.add((number, at) -> new RunEvent.RunWaiting(number, at, runs, ids));
  }

  @Override
  public Boolean finished(Next.Finished it) {
    return sink.add(
        (number, at) -> new RunEvent.RunFinished(number, at, runs, after.root().checkpoint()));
  }

  @Override
  public Boolean parked(Next.Parked it) {
    List<String> tasks = it.failures().stream().map(failed -> failed.task().id()).toList();
    return sink.add((number, at) -> new RunEvent.RunParked(number, at, runs, tasks));
  }

  @Override
  public Boolean failed(Next.Failed it) {
    return failed(it.error());
  }

  private boolean failed(GraphException error) {
    return sink.add(
        (number, at) ->
            new RunEvent.RunFailed(
                number,
                at,
                runs,
                error.type(),
                String.valueOf(error.getMessage()),
                error.details()));
  }

  @Override
  public Boolean outOfSteps(Next.OutOfSteps it) {
    return failed(new StepLimitException(it.limit(), it.nextNodes()));
  }

  @Override
  public Boolean halted(Next.Halted it) {
    return it.reason().match(new Halting(it.nextNodes()));
  }

  boolean cancelled(List<String> nodes) {
    return sink.add((number, at) -> new RunEvent.RunCancelled(number, at, runs, nodes));
  }

  /** Tells why a run stands still; an edit is no run, and a refusal is a failure. */
  private final class Halting implements Halt.Cases<Boolean> {
    private final List<String> nodes;

    Halting(List<String> nodes) {
      this.nodes = nodes;
    }

    @Override
    public Boolean cancelled(Halt.Cancelled it) {
      return EndEvents.this.cancelled(nodes);
    }

    @Override
    public Boolean edited(Halt.Edited it) {
      return false;
    }

    @Override
    public Boolean refused(Halt.Refused it) {
      return false;
    }

    @Override
    public Boolean atBreakpoint(Halt.AtBreakpoint it) {
      return paused(RunEvent.Pause.BREAKPOINT);
    }

    @Override
    public Boolean paused(Halt.Paused it) {
      return paused(RunEvent.Pause.REQUEST);
    }

    private boolean paused(RunEvent.Pause cause) {
      return sink.add((number, at) -> new RunEvent.RunPaused(number, at, runs, cause, nodes));
    }
  }
}

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
  private final Segment segment;
  private final Checkpoint after;
  private final EventSink sink;

  EndEvents(Segment segment, Checkpoint after, EventSink sink) {
    this.segment = segment;
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
    return segment.halt() instanceof Halt.Cancelled && cancelled(it.nextNodes());
  }

  boolean cancelled(List<String> nodes) {
    return sink.add((number, at) -> new RunEvent.RunCancelled(number, at, runs, nodes));
  }
}

package io.evergraph.runtime;

import io.evergraph.event.RunEvent;
import java.time.Duration;
import java.util.Optional;

/** The handle of a run that is awaited by following the events of its thread. */
public final class EventRunHandle extends FollowedRun {
  private final GraphRuntime runtime;
  private final long from;

  /**
   * Makes the handle of a run.
   *
   * @param from the number of an event that is not after the end of the run; 1 is always right
   */
  public EventRunHandle(GraphRuntime runtime, ThreadId thread, String runId, long from) {
    super(thread, runId);
    this.runtime = runtime;
    this.from = from;
  }

  @Override
  protected Optional<RunResult> follow(long deadline) throws InterruptedException {
    try (EventStream events = runtime.follow(thread(), from)) {
      while (System.nanoTime() < deadline) {
        for (RunEvent event : events.next(Duration.ofNanos(deadline - System.nanoTime()))) {
          if (event.endsRun() && event.runs().contains(runId())) {
            return Optional.of(result(event));
          }
        }
      }
    }
    return Optional.empty();
  }

  private RunResult result(RunEvent end) {
    ThreadSnapshot snapshot = runtime.snapshot(thread());
    return RunResult.of(
        runId(), end, end instanceof RunEvent.RunFinished it ? atEnd(snapshot, it) : snapshot);
  }

  /** The next run may have begun meanwhile; this one's state is the one it finished with. */
  private ThreadSnapshot atEnd(ThreadSnapshot snapshot, RunEvent.RunFinished finished) {
    return snapshot.runs().contains(runId())
        ? snapshot
        : snapshot.withState(runtime.stateAt(thread(), finished.checkpoint()));
  }
}

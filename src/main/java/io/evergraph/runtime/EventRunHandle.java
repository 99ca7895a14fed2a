package io.evergraph.runtime;

import io.evergraph.event.RunEvent;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeoutException;

/** The handle of a run that is awaited by following the events of its thread. */
public final class EventRunHandle implements RunHandle {
  private static final Duration FOREVER = Duration.ofDays(36_500);

  private final GraphRuntime runtime;
  private final ThreadId thread;
  private final String runId;
  private final long from;

  /**
   * Makes the handle of a run.
   *
   * @param from the number of an event that is not after the end of the run; 1 is always right
   */
  public EventRunHandle(GraphRuntime runtime, ThreadId thread, String runId, long from) {
    this.runtime = runtime;
    this.thread = thread;
    this.runId = runId;
    this.from = from;
  }

  @Override
  public ThreadId thread() {
    return thread;
  }

  @Override
  public String runId() {
    return runId;
  }

  @Override
  public RunResult await() {
    try {
      return await(FOREVER);
    } catch (TimeoutException impossible) {
      throw new IllegalStateException("Expected the run to stop within a century.", impossible);
    }
  }

  @Override
  public RunResult await(Duration longest) throws TimeoutException {
    long deadline = System.nanoTime() + Math.min(longest.toNanos(), Long.MAX_VALUE / 4);
    try (EventStream events = runtime.follow(thread, from)) {
      while (System.nanoTime() < deadline) {
        for (RunEvent event : events.next(Duration.ofNanos(deadline - System.nanoTime()))) {
          if (event.endsRun() && event.runs().contains(runId)) {
            return result(event);
          }
        }
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new CancellationException("The wait for run " + runId + " was interrupted.");
    }
    throw new TimeoutException(
        "Run " + runId + " of thread " + thread + " goes on after " + longest + ".");
  }

  private RunResult result(RunEvent end) {
    ThreadSnapshot snapshot = runtime.snapshot(thread);
    return RunResult.of(
        runId, end, end instanceof RunEvent.RunFinished it ? atEnd(snapshot, it) : snapshot);
  }

  /** The next run may have begun meanwhile; this one's state is the one it finished with. */
  private ThreadSnapshot atEnd(ThreadSnapshot snapshot, RunEvent.RunFinished finished) {
    return snapshot.runs().contains(runId)
        ? snapshot
        : snapshot.withState(runtime.stateAt(thread, finished.checkpoint()));
  }
}

package io.evergraph.runtime.thread;

import io.evergraph.error.GraphException;
import io.evergraph.event.RunEvent;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadSnapshot;
import io.evergraph.state.State;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongFunction;

/** The handle of a run that is awaited by following its thread; each runtime says how. */
public abstract class FollowedRun implements RunHandle {
  private static final Duration FOREVER = Duration.ofDays(36_500);
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private final ThreadId thread;
  private final String runId;

  protected FollowedRun(ThreadId thread, String runId) {
    this.thread = thread;
    this.runId = runId;
  }

  /**
   * Follows the thread for a while.
   *
   * @param deadline the value of {@link System#nanoTime()} at which to stop
   * @return how the run stopped; empty when it goes on, or cannot be followed this way any more
   */
  protected abstract Optional<RunResult> follow(long deadline) throws InterruptedException;

  @Override
  public final ThreadId thread() {
    return thread;
  }

  @Override
  public final String runId() {
    return runId;
  }

  @Override
  public final RunResult await() {
    try {
      return await(FOREVER);
    } catch (TimeoutException impossible) {
      throw new IllegalStateException("Expected the run to stop within a century.", impossible);
    }
  }

  @Override
  public final RunResult await(Duration longest) throws TimeoutException {
    long deadline = System.nanoTime() + Math.min(longest.toNanos(), Long.MAX_VALUE / 4);
    try {
      while (System.nanoTime() < deadline) {
        Optional<RunResult> result = followPatiently(deadline);
        if (result.isPresent()) {
          return result.get();
        }
      }
    } catch (InterruptedException interrupted) {
      throw cancelled();
    }
    throw new TimeoutException(
        "Run " + runId + " of thread " + thread + " goes on after " + longest + ".");
  }

  /** What is away does not end the wait while time is left. */
  private Optional<RunResult> followPatiently(long deadline) throws InterruptedException {
    try {
      return follow(deadline);
    } catch (GraphException away) {
      if (!away.isPassing() || deadline - System.nanoTime() < PAUSE_NANOS) {
        throw away;
      }
      TimeUnit.NANOSECONDS.sleep(PAUSE_NANOS);
      return Optional.empty();
    }
  }

  /**
   * Returns how the run stopped.
   *
   * @param now the thread; it may have moved on with another run
   * @param returnedAt gives what the graph returned at a checkpoint
   */
  protected final RunResult result(
      RunEvent end, ThreadSnapshot now, LongFunction<State> returnedAt) {
    boolean overtaken = !now.runs().contains(runId);
    return RunResult.of(
        runId,
        end,
        overtaken && end instanceof RunEvent.RunFinished finished
            ? now.withState(returnedAt.apply(finished.checkpoint()))
            : now);
  }

  private CancellationException cancelled() {
    Thread.currentThread().interrupt();
    return new CancellationException("The wait for run " + runId + " was interrupted.");
  }
}

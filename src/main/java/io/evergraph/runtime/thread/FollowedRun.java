package io.evergraph.runtime.thread;

import io.evergraph.error.RuntimeUnavailableException;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.ThreadId;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The handle of a run that is awaited by following its thread; how, is the runtime's to say. */
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

  /**
   * Does some of the run's work on the thread that waits for it without a limit, if the runtime
   * wants that; nothing by default.
   */
  protected void help() throws InterruptedException {}

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
      help();
      return await(FOREVER);
    } catch (InterruptedException interrupted) {
      throw cancelled();
    } catch (TimeoutException impossible) {
      throw new IllegalStateException("Expected the run to stop within a century.", impossible);
    }
  }

  @Override
  public final RunResult await(Duration longest) throws TimeoutException {
    long deadline = System.nanoTime() + Math.min(longest.toNanos(), Long.MAX_VALUE / 4);
    try {
      while (System.nanoTime() < deadline) {
        Optional<RunResult> result = patiently(deadline);
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

  /** Whoever waits goes on waiting while there is nobody to be asked how the run is doing. */
  private Optional<RunResult> patiently(long deadline) throws InterruptedException {
    try {
      return follow(deadline);
    } catch (RuntimeUnavailableException away) {
      if (deadline - System.nanoTime() < PAUSE_NANOS) {
        throw away;
      }
      TimeUnit.NANOSECONDS.sleep(PAUSE_NANOS);
      return Optional.empty();
    }
  }

  private CancellationException cancelled() {
    Thread.currentThread().interrupt();
    return new CancellationException("The wait for run " + runId + " was interrupted.");
  }
}

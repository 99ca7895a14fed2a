package io.evergraph.temporal;

import io.evergraph.runtime.Liveness;
import io.temporal.activity.ActivityExecutionContext;
import io.temporal.client.ActivityCompletionException;
import io.temporal.client.ActivityWorkerShutdownException;
import io.temporal.failure.ApplicationFailure;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Keeps one attempt of a task alive at the server, tells the node when nobody waits for it any
 * more, and carries from attempt to attempt how often the node itself has failed: attempts that are
 * lost with their workers do not count.
 */
final class Heartbeat implements Liveness, AutoCloseable {
  /** How often the server hears of a running task, and so how late a cancellation may come. */
  static final Duration INTERVAL = Duration.ofSeconds(2);

  private final ActivityExecutionContext activity;
  private final Thread runner = Thread.currentThread();
  private final int failures;
  private final @Nullable ScheduledFuture<?> schedule;
  private volatile @Nullable ActivityCompletionException end;
  private boolean closed;

  private Heartbeat(
      ActivityExecutionContext activity, int failures, ScheduledExecutorService timer) {
    this.activity = activity;
    this.failures = failures;
    this.schedule =
        activity.getInfo().isLocal()
            ? null
            : timer.scheduleWithFixedDelay(
                this::tell, INTERVAL.toMillis(), INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Begins with the calling thread as the one that runs the node. */
  static Heartbeat begin(ActivityExecutionContext activity, ScheduledExecutorService timer) {
    int failures =
        activity.getInfo().isLocal()
            ? activity.getInfo().getAttempt() - 1
            : activity.getLastHeartbeatDetails(Integer.class).orElse(0);
    return new Heartbeat(activity, failures, timer);
  }

  /** Returns how often the node has failed before this attempt. */
  int failures() {
    return failures;
  }

  private void tell() {
    try {
      activity.heartbeat(failures);
    } catch (ActivityWorkerShutdownException grace) {
      // the worker closes: the node may finish within its grace
    } catch (ActivityCompletionException over) {
      end = over;
      interrupt();
    }
  }

  private synchronized void interrupt() {
    if (!closed) {
      runner.interrupt();
    }
  }

  /** Counts this attempt as one that the node has failed. */
  void count() {
    stop();
    if (!activity.getInfo().isLocal()) {
      try {
        activity.heartbeat(failures + 1);
      } catch (ActivityCompletionException over) {
        end = over;
      }
    }
  }

  @Override
  public void beat() {
    if (end != null) {
      throw new CancellationException("The task was cancelled.");
    }
  }

  @Override
  public boolean isCancelled() {
    return end != null;
  }

  /** Returns what tells the server that the attempt has stopped. */
  RuntimeException cancellation() {
    ActivityCompletionException over = end;
    return over == null
        ? ApplicationFailure.newFailure(
            "The node gave up by itself.", CancellationException.class.getName())
        : over;
  }

  private void stop() {
    if (schedule != null) {
      schedule.cancel(false);
    }
  }

  @Override
  public void close() {
    stop();
    synchronized (this) {
      closed = true;
    }
    if (end != null) {
      Thread.interrupted();
    }
  }
}

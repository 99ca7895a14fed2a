package io.evergraph.temporal.worker;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.runtime.node.Attempt;
import io.evergraph.runtime.node.AttemptControl;
import io.evergraph.temporal.connection.LocalCancellations;
import io.evergraph.temporal.protocol.HeartbeatDetails;
import io.evergraph.temporal.workflow.TaskOptions;
import io.temporal.activity.ActivityExecutionContext;
import io.temporal.activity.ActivityInfo;
import io.temporal.client.ActivityCompletionClient;
import io.temporal.client.ActivityCompletionException;
import io.temporal.client.ActivityWorkerShutdownException;
import io.temporal.failure.ApplicationFailure;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Keeps one attempt of a task alive at the server, tells the node when nobody waits for it any
 * more, and carries from attempt to attempt how often the node itself has failed: attempts that are
 * lost with their workers do not count.
 */
public final class Heartbeat implements AttemptControl, LocalCancellations.Attempt, AutoCloseable {
  private static final Duration INTERVAL = TaskOptions.HEARTBEAT_INTERVAL;

  /** Less than the interval, so that none waits in the SDK, and its answer is heard at once. */
  public static final Duration THROTTLE = INTERVAL.dividedBy(2);

  private static final StateCodec CODEC = StateCodec.create();

  private final ActivityExecutionContext activity;
  private final Thread runner = Thread.currentThread();
  private final int failures;
  private final @Nullable JsonNode before;
  private volatile @Nullable JsonNode details;
  private Function<Attempt, Exception> onGiveUp;
  private final @Nullable ScheduledFuture<?> schedule;
  private volatile @Nullable RuntimeException end;
  private final AtomicBoolean told = new AtomicBoolean();
  private boolean closed;

  /** Begins with the calling thread as the one that runs the node. */
  Heartbeat(ActivityExecutionContext activity, ScheduledExecutorService timer) {
    ActivityInfo info = activity.getInfo();
    HeartbeatDetails last =
        info.isLocal()
            ? new HeartbeatDetails(info.getAttempt() - 1, null, 0)
            : HeartbeatDetails.read(activity.getLastHeartbeatDetails(JsonNode.class), CODEC);
    this.activity = activity;
    this.failures = last.failuresBefore(info.getAttempt());
    this.before = last.details();
    this.details = last.details();
    this.onGiveUp = end -> cancellation();
    this.schedule =
        info.isLocal()
            ? null
            : timer.scheduleWithFixedDelay(
                this::tell, INTERVAL.toMillis(), INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
  }

  int failures() {
    return failures;
  }

  private void tell() {
    try {
      activity.heartbeat(beatAfter(failures));
    } catch (ActivityWorkerShutdownException grace) {
      // the worker closes: the node may finish within its grace
    } catch (ActivityCompletionException over) {
      end = over;
      interrupt();
    }
  }

  @Override
  public void recall() {
    end =
        ApplicationFailure.newNonRetryableFailure(
            "The run does not need the task any more.", CancellationException.class.getName());
    interrupt();
  }

  private synchronized void interrupt() {
    if (!closed) {
      runner.interrupt();
    }
  }

  void count() {
    stop();
    if (!activity.getInfo().isLocal()) {
      try {
        activity.heartbeat(beatAfter(failures + 1));
      } catch (ActivityCompletionException over) {
        end = over;
      }
    }
  }

  private HeartbeatDetails beatAfter(int failed) {
    return new HeartbeatDetails(failed, details, activity.getInfo().getAttempt());
  }

  void onGiveUp(Function<Attempt, Exception> failure) {
    this.onGiveUp = failure;
  }

  /** The server hears of the end at once; what the thread returns later is refused there. */
  @Override
  public void giveUp(Attempt attempt) {
    stop();
    if (activity.getInfo().isLocal()) {
      return;
    }
    byte[] task = activity.getTaskToken();
    ActivityCompletionClient client = activity.getWorkflowClient().newActivityCompletionClient();
    try {
      client.heartbeat(task, beatAfter(failures + 1));
      client.completeExceptionally(task, onGiveUp.apply(attempt));
    } catch (ActivityCompletionException over) {
      end = over;
    }
  }

  /** The server hears of the first details at once, of later ones with the next heartbeat. */
  @Override
  public void beat(JsonNode more) {
    details = more;
    if (!activity.getInfo().isLocal() && told.compareAndSet(false, true)) {
      tell();
    }
    beat();
  }

  @Override
  public Optional<JsonNode> lastDetails() {
    return Optional.ofNullable(before);
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
    RuntimeException over = end;
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

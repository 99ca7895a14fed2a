package io.evergraph.temporal.worker;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.graph.NodePolicy;
import io.evergraph.runtime.LogContents;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.runtime.node.Attempt;
import io.evergraph.runtime.node.AttemptControl;
import io.evergraph.temporal.connection.GrpcErrors;
import io.evergraph.temporal.connection.LocalCancellations;
import io.evergraph.temporal.protocol.Failures;
import io.evergraph.temporal.protocol.HeartbeatDetails;
import io.evergraph.temporal.workflow.PlacementPolicy;
import io.evergraph.temporal.workflow.TaskOptions;
import io.temporal.activity.ActivityExecutionContext;
import io.temporal.activity.ActivityInfo;
import io.temporal.client.ActivityCompletionClient;
import io.temporal.client.ActivityCompletionException;
import io.temporal.client.ActivityCompletionFailureException;
import io.temporal.client.ActivityWorkerShutdownException;
import io.temporal.common.converter.RawValue;
import io.temporal.failure.ApplicationFailure;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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
  private static final Logger LOG = LoggerFactory.getLogger(Heartbeat.class);
  private static final String FAILED = "A heartbeat of node '{}' failed.";

  /** Names this process to those that run later attempts. */
  private static final String PROCESS = UUID.randomUUID().toString();

  private final ActivityExecutionContext activity;
  private final Thread runner = Thread.currentThread();
  private final WorkerEnd worker;
  private final HeartbeatDetails begun;
  private volatile HeartbeatDetails now;
  private int failed;
  private Function<Attempt, RawValue> onGiveUp;
  private final @Nullable ScheduledFuture<?> schedule;
  private volatile @Nullable RuntimeException end;
  private final AtomicBoolean told = new AtomicBoolean();
  private boolean closed;

  /**
   * Begins with the calling thread as the one that runs the node.
   *
   * @param worker how far the worker has ended: what it cuts off is not lost
   */
  Heartbeat(ActivityExecutionContext activity, ScheduledExecutorService timer, WorkerEnd worker) {
    ActivityInfo info = activity.getInfo();
    this.activity = activity;
    this.worker = worker;
    this.begun =
        info.isLocal()
            ? new HeartbeatDetails(info.getAttempt() - 1, null, info.getAttempt(), 0, PROCESS)
            : HeartbeatDetails.read(activity.getLastHeartbeatDetails(JsonNode.class), CODEC)
                .begin(info.getAttempt(), PROCESS);
    this.now = begun;
    this.onGiveUp =
        end -> {
          throw cancellation();
        };
    this.schedule =
        info.isLocal()
            ? null
            : timer.scheduleWithFixedDelay(
                this::tell, INTERVAL.toMillis(), INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
    if (!info.isLocal() && info.getAttempt() > 1) {
      tell();
    }
  }

  /** Returns what earlier attempts have told. */
  HeartbeatDetails begun() {
    return begun;
  }

  private void tell() {
    HeartbeatDetails details = running();
    try {
      activity.heartbeat(details);
    } catch (ActivityWorkerShutdownException grace) {
      tellByToken(details);
    } catch (ActivityCompletionException over) {
      end = over;
      interrupt();
    } catch (RuntimeException failure) {
      LOG.warn(FAILED, activity.getInfo().getActivityType(), LogContents.of(failure));
    }
  }

  /** The worker closes and passes nothing on, but the node may finish within its grace. */
  private void tellByToken(HeartbeatDetails details) {
    try {
      completion().heartbeat(activity.getTaskToken(), details);
    } catch (ActivityCompletionException failure) {
      if (failure instanceof ActivityCompletionFailureException && isPassing(failure)) {
        LOG.warn(FAILED, activity.getInfo().getActivityType(), LogContents.of(failure));
        return;
      }
      end = failure;
      interrupt();
    }
  }

  private static boolean isPassing(RuntimeException failure) {
    return GrpcErrors.isPassing(failure) || GrpcErrors.isLate(failure);
  }

  private ActivityCompletionClient completion() {
    return activity.getWorkflowClient().newActivityCompletionClient();
  }

  @Override
  public void cancel() {
    end = Failures.cancelled("The run does not need the task any more.");
    interrupt();
  }

  /** Has an attempt that nobody cancelled end as one whose task goes on elsewhere, or later. */
  synchronized void leave(RuntimeException how) {
    if (end == null) {
      end = how;
    }
  }

  private synchronized void interrupt() {
    if (!closed) {
      runner.interrupt();
    }
  }

  /** Counts the attempt as one that the node has failed. */
  void count() {
    failed = 1;
  }

  /** Tells the next attempt that this one has failed by itself. */
  void tellEnd() {
    stop();
    if (!activity.getInfo().isLocal()) {
      HeartbeatDetails last = now.end(failed);
      try {
        activity.heartbeat(last);
      } catch (ActivityWorkerShutdownException grace) {
        tellByToken(last);
      } catch (ActivityCompletionException over) {
        end = over;
      }
    }
  }

  private HeartbeatDetails running() {
    return worker.isClosing() ? now.end(0) : now;
  }

  /** Takes what returns, or throws, the end of an attempt whose thread still runs. */
  void onGiveUp(Function<Attempt, RawValue> reply) {
    this.onGiveUp = reply;
  }

  /** The server hears of the end at once; what the thread returns later is refused there. */
  @Override
  public void giveUp(Attempt attempt) {
    stop();
    if (activity.getInfo().isLocal()) {
      return;
    }
    byte[] task = activity.getTaskToken();
    ActivityCompletionClient client = completion();
    try {
      client.heartbeat(task, now.end(1));
      complete(attempt, task, client);
    } catch (ActivityCompletionException over) {
      end = over;
    }
  }

  private void complete(Attempt attempt, byte[] task, ActivityCompletionClient client) {
    RawValue reply;
    try {
      reply = onGiveUp.apply(attempt);
    } catch (RuntimeException failure) {
      client.completeExceptionally(task, failure);
      return;
    }
    client.complete(task, reply);
  }

  /** The server hears of the first details at once, of later ones with the next heartbeat. */
  @Override
  public void beat(JsonNode more) {
    keep(more);
    if (!activity.getInfo().isLocal() && told.compareAndSet(false, true)) {
      tell();
    }
    beat();
  }

  /** A node may tell details by several threads. */
  private synchronized void keep(JsonNode more) {
    now = now.with(more, more.equals(begun.details()) ? now.lost() : 0);
  }

  @Override
  public Optional<JsonNode> lastDetails() {
    return Optional.ofNullable(begun.details());
  }

  @Override
  public void beat() {
    if (end != null) {
      throw new CancellationException("The task was cancelled.");
    }
    if (worker.isCutOff()) {
      throw new CancellationException("The worker of the task is closed.");
    }
  }

  @Override
  public boolean isCancelled() {
    return end != null;
  }

  @Override
  public boolean isCutOff() {
    return worker.isCutOff();
  }

  @Override
  public boolean runsElsewhereWhenLate(NodePolicy policy) {
    return activity.getInfo().isLocal() && PlacementPolicy.isLimited(policy);
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

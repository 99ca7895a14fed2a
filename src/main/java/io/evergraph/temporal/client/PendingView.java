package io.evergraph.temporal.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.protobuf.Timestamp;
import io.evergraph.runtime.PendingTask;
import io.evergraph.runtime.PendingTask.Hold;
import io.evergraph.runtime.PendingTask.Phase;
import io.evergraph.runtime.TaskFailure;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.temporal.protocol.HeartbeatDetails;
import io.evergraph.temporal.protocol.NodeCall;
import io.evergraph.temporal.workflow.TaskOptions;
import io.temporal.api.activity.v1.ActivityOptions;
import io.temporal.api.common.v1.RetryPolicy;
import io.temporal.api.failure.v1.Failure;
import io.temporal.api.workflow.v1.PendingActivityInfo;
import io.temporal.api.workflow.v1.PendingActivityInfo.PauseInfo;
import io.temporal.common.converter.DefaultDataConverter;
import io.temporal.failure.TimeoutFailure;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A pending activity as the task that it runs.
 *
 * @param call what it was scheduled with; null where that cannot be read
 */
record PendingView(ThreadId thread, PendingActivityInfo activity, @Nullable NodeCall call) {

  PendingTask task(StateCodec codec) {
    int failures = beat(codec).failuresBefore(activity.getAttempt());
    int tried = call == null ? failures : call.tried() + failures;
    return new PendingTask(
        thread,
        call == null ? activity.getActivityId() : call.taskId(thread.value(), node()),
        activity.getActivityId(),
        node(),
        call == null ? "" : call.namespace(),
        phase(),
        tried + 1,
        activity.getAttempt(),
        failure(tried),
        runs() ? instant(activity.getLastStartedTime()) : null,
        nextAttempt(),
        text(activity.getLastWorkerIdentity()),
        hold(),
        limits(activity.getActivityOptions()));
  }

  private String node() {
    return activity.getActivityType().getName();
  }

  private HeartbeatDetails beat(StateCodec codec) {
    if (activity.getHeartbeatDetails().getPayloadsCount() == 0) {
      return HeartbeatDetails.read(Optional.empty(), codec);
    }
    JsonNode details =
        DefaultDataConverter.STANDARD_INSTANCE.fromPayload(
            activity.getHeartbeatDetails().getPayloads(0), JsonNode.class, JsonNode.class);
    return HeartbeatDetails.read(Optional.ofNullable(details), codec);
  }

  private boolean runs() {
    return phase() != Phase.WAITING && phase() != Phase.PAUSED;
  }

  private Phase phase() {
    return switch (activity.getState()) {
      case PENDING_ACTIVITY_STATE_STARTED -> Phase.RUNNING;
      case PENDING_ACTIVITY_STATE_PAUSED -> Phase.PAUSED;
      case PENDING_ACTIVITY_STATE_PAUSE_REQUESTED -> Phase.PAUSING;
      case PENDING_ACTIVITY_STATE_CANCEL_REQUESTED -> Phase.CANCELLING;
      default -> Phase.WAITING;
    };
  }

  /** A pause that stopped an attempt is not what is wrong with the node. */
  private @Nullable TaskFailure failure(int tried) {
    if (!activity.hasLastFailure()) {
      return null;
    }
    Failure last = activity.getLastFailure();
    String type =
        last.hasApplicationFailureInfo()
            ? last.getApplicationFailureInfo().getType()
            : TimeoutFailure.class.getName();
    Instant since = instant(activity.getLastAttemptCompleteTime());
    return new TaskFailure(type, last.getMessage(), tried, since);
  }

  private @Nullable Instant nextAttempt() {
    return phase() == Phase.WAITING ? instant(activity.getNextAttemptScheduleTime()) : null;
  }

  private @Nullable Hold hold() {
    if (!activity.getPaused()) {
      return null;
    }
    PauseInfo pause = activity.getPauseInfo();
    return new Hold(
        pause.getManual().getIdentity(),
        pause.getManual().getReason(),
        instant(pause.getPauseTime()));
  }

  private static PendingTask.Limits limits(ActivityOptions options) {
    RetryPolicy retry = options.getRetryPolicy();
    return new PendingTask.Limits(
        duration(options.getStartToCloseTimeout()).minus(TaskOptions.STATE_ALLOWANCE),
        duration(options.getHeartbeatTimeout()),
        duration(retry.getInitialInterval()),
        duration(retry.getMaximumInterval()),
        ChangedLimits.attempts(retry.getMaximumAttempts()));
  }

  private static @Nullable String text(String maybe) {
    return maybe.isEmpty() ? null : maybe;
  }

  private static @Nullable Instant instant(Timestamp time) {
    return time.equals(Timestamp.getDefaultInstance())
        ? null
        : Instant.ofEpochSecond(time.getSeconds(), time.getNanos());
  }

  static Duration duration(com.google.protobuf.Duration time) {
    return Duration.ofSeconds(time.getSeconds(), time.getNanos());
  }
}

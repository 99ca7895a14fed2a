package io.evergraph.temporal.client;

import com.google.protobuf.Duration;
import com.google.protobuf.FieldMask;
import com.google.protobuf.util.Durations;
import io.evergraph.runtime.PendingTask;
import io.evergraph.runtime.TaskChange;
import io.evergraph.temporal.workflow.TaskOptions;
import io.temporal.api.activity.v1.ActivityOptions;
import io.temporal.api.common.v1.RetryPolicy;
import io.temporal.api.workflowservice.v1.UpdateActivityOptionsRequest;
import java.util.Optional;

/**
 * The order to the server to hold a task to other limits.
 *
 * @param task the task as it stands
 * @param change what is to be otherwise
 */
record LimitsRequest(PendingTask task, TaskChange change) {

  /** The number of attempts is always sent: by it the worker sees that something was changed. */
  UpdateActivityOptionsRequest request(String namespace) {
    FieldMask.Builder mask = FieldMask.newBuilder();
    ActivityOptions options =
        ActivityOptions.newBuilder()
            .setRetryPolicy(retry(mask))
            .setStartToCloseTimeout(startToClose(mask))
            .setHeartbeatTimeout(heartbeat(mask))
            .build();
    return UpdateActivityOptionsRequest.newBuilder()
        .setNamespace(namespace)
        .setExecution(PendingActivities.execution(task.thread().value()))
        .setId(task.activity())
        .setActivityOptions(options)
        .setUpdateMask(mask)
        .build();
  }

  private RetryPolicy.Builder retry(FieldMask.Builder mask) {
    int attempts = Optional.ofNullable(change.attempts()).orElse(task.limits().attempts());
    mask.addPaths("retry_policy.maximum_attempts");
    RetryPolicy.Builder retry =
        RetryPolicy.newBuilder().setMaximumAttempts(ChangedLimits.marked(attempts));
    java.time.Duration interval = change.interval();
    if (interval != null) {
      java.time.Duration longest = task.limits().longestInterval();
      mask.addPaths("retry_policy.initial_interval").addPaths("retry_policy.maximum_interval");
      retry
          .setInitialInterval(duration(interval))
          .setMaximumInterval(duration(interval.compareTo(longest) > 0 ? interval : longest));
    }
    return retry;
  }

  private Duration startToClose(FieldMask.Builder mask) {
    java.time.Duration longest = change.hardTimeout();
    if (longest == null) {
      return Duration.getDefaultInstance();
    }
    mask.addPaths("start_to_close_timeout");
    return duration(longest.plus(TaskOptions.STATE_ALLOWANCE));
  }

  private Duration heartbeat(FieldMask.Builder mask) {
    java.time.Duration silence = change.heartbeatTimeout();
    if (silence == null) {
      return Duration.getDefaultInstance();
    }
    mask.addPaths("heartbeat_timeout");
    return duration(silence);
  }

  private static Duration duration(java.time.Duration time) {
    return Durations.fromNanos(time.toNanos());
  }
}

package io.evergraph.server.admin;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.evergraph.runtime.PendingTask;
import io.evergraph.runtime.PendingTask.Hold;
import io.evergraph.runtime.TaskFailure;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A task that is being tried. Times are ISO 8601.
 *
 * @param namespace the subgraph it belongs to; empty for the graph itself
 * @param attempt the attempt of the node that runs now or comes next
 * @param starts how often it was given to a worker, those that were lost included
 * @param error the class name of its last error; null when it has not failed
 * @param message the text of its last error; null when it has not failed
 * @param startedAt when the attempt began that runs now; null when none does
 * @param nextAttemptAt when the next attempt is due; null when none is planned
 * @param pause who holds it; null when nobody does
 */
@Schema(name = "PendingTask", description = "A task that is being tried.")
public record PendingTaskResource(
    @JsonProperty("thread_id") String threadId,
    @JsonProperty("task_id") String taskId,
    @JsonProperty("activity_id") String activityId,
    String node,
    String namespace,
    @Schema(allowableValues = {"waiting", "running", "pausing", "paused", "cancelling"})
        String phase,
    int attempt,
    int starts,
    @Nullable String error,
    @Nullable String message,
    @JsonProperty("failed_at") @Nullable String failedAt,
    @JsonProperty("started_at") @Nullable String startedAt,
    @JsonProperty("next_attempt_at") @Nullable String nextAttemptAt,
    @Nullable String worker,
    @Nullable PauseResource pause,
    LimitsResource limits) {
  /** Returns the form of it. */
  public static PendingTaskResource of(PendingTask task) {
    Optional<TaskFailure> failure = Optional.ofNullable(task.failure());
    return new PendingTaskResource(
        task.thread().value(),
        task.id(),
        task.activity(),
        task.node(),
        task.namespace(),
        task.phase().name().toLowerCase(Locale.ROOT),
        task.attempt(),
        task.starts(),
        failure.map(TaskFailure::type).orElse(null),
        failure.map(TaskFailure::message).orElse(null),
        text(failure.map(TaskFailure::since).orElse(null)),
        text(task.startedAt()),
        text(task.nextAttempt()),
        task.worker(),
        Optional.ofNullable(task.hold()).map(PauseResource::of).orElse(null),
        LimitsResource.of(task.limits()));
  }

  private static @Nullable String text(@Nullable Instant time) {
    return time == null ? null : time.toString();
  }

  @Schema(name = "TaskPause", description = "Who holds a task, and why.")
  record PauseResource(String by, String reason, @Nullable String since) {
    private static PauseResource of(Hold hold) {
      return new PauseResource(hold.by(), hold.reason(), text(hold.since()));
    }
  }

  @Schema(name = "TaskLimits", description = "What the attempts of a task are held to.")
  record LimitsResource(
      @JsonProperty("hard_timeout_seconds") double hardTimeout,
      @JsonProperty("heartbeat_timeout_seconds") double heartbeatTimeout,
      @JsonProperty("retry_interval_seconds") double interval,
      int attempts) {
    private static LimitsResource of(PendingTask.Limits limits) {
      return new LimitsResource(
          seconds(limits.hardTimeout()),
          seconds(limits.heartbeatTimeout()),
          seconds(limits.interval()),
          limits.attempts());
    }

    private static double seconds(Duration time) {
      return time.toMillis() / 1000.0;
    }
  }
}

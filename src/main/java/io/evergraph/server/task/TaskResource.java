package io.evergraph.server.task;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.evergraph.runtime.spi.TaskRecord;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The record of a task.
 *
 * @param threadId the thread it runs on, as the endpoints of threads know it
 * @param runId the run that does it
 * @param state {@code pending}, {@code running}, {@code waiting}, {@code finished}, {@code failed},
 *     {@code cancelled} or {@code timed_out}
 * @param error why it failed, timed out or was cancelled; else null
 * @param createdAt when it was admitted, ISO 8601
 * @param changedAt when its state changed last, ISO 8601
 */
@Schema(name = "AgentTask", description = "The record of a task of an agent.")
record TaskResource(
    @JsonProperty("task_id") String taskId,
    String agent,
    String user,
    @JsonProperty("thread_id") String threadId,
    @JsonProperty("run_id") String runId,
    String state,
    @Nullable String error,
    @JsonProperty("created_at") String createdAt,
    @JsonProperty("changed_at") String changedAt) {
  static TaskResource of(TaskRecord task) {
    return new TaskResource(
        task.id(),
        task.agent(),
        task.user(),
        task.thread(),
        task.run(),
        task.state().name().toLowerCase(Locale.ROOT),
        task.error(),
        task.createdAt().toString(),
        task.changedAt().toString());
  }
}

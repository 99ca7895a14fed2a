package io.evergraph.server.admin;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.evergraph.runtime.ParkedTask;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A failed task that waits for a decision.
 *
 * @param namespace the subgraph it belongs to; empty for the graph itself
 * @param since when it was given up, ISO 8601; null when that is not kept any more
 * @param input what it was sent with, by channel; empty for a task that reads the state alone
 */
@Schema(name = "ParkedTask", description = "A failed task that waits for a decision.")
public record ParkedTaskResource(
    @JsonProperty("thread_id") String threadId,
    String graph,
    @JsonProperty("task_id") String taskId,
    String node,
    String namespace,
    String error,
    String message,
    int attempts,
    @Nullable String since,
    Map<String, @Nullable Object> input) {
  /** Returns the form of it. */
  public static ParkedTaskResource of(ParkedTask task) {
    Instant since = task.failure().since();
    return new ParkedTaskResource(
        task.thread().value(),
        task.graph(),
        task.id(),
        task.node(),
        task.namespace(),
        task.failure().type(),
        task.failure().message(),
        task.failure().attempts(),
        since == null ? null : since.toString(),
        task.input());
  }
}

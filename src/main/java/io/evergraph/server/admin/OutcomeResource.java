package io.evergraph.server.admin;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.evergraph.runtime.ParkedTask;
import io.evergraph.runtime.ParkedTasks.Outcome;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What a batch did to one thread.
 *
 * @param threadId the thread
 * @param runId the run that began, or would
 * @param tasks the failed tasks that were meant
 * @param outcome {@code retried}, {@code done_before}, {@code refused} or {@code planned}
 * @param reason why it was refused; else null
 */
@Schema(name = "BatchOutcome", description = "What a batch did to one thread.")
public record OutcomeResource(
    @JsonProperty("thread_id") String threadId,
    @JsonProperty("run_id") String runId,
    List<String> tasks,
    @Schema(allowableValues = {"retried", "done_before", "refused", "planned"}) String outcome,
    @Nullable String reason) {
  /** Returns the form of it. */
  public static OutcomeResource of(Outcome outcome) {
    return new OutcomeResource(
        outcome.thread().value(),
        outcome.runId(),
        outcome.tasks().stream().map(ParkedTask::id).toList(),
        outcome.verdict().name().toLowerCase(Locale.ROOT),
        outcome.reason());
  }
}

package io.evergraph.temporal.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.graph.Breakpoints;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The order to go on with what a stopped run left, and with what it adds.
 *
 * @param runId the id of the run that begins; null lets the receiver choose
 * @param maxSteps the supersteps that it may take; null keeps the last run's
 * @param update values for the state, by channel or as a list of writes
 * @param routes names of nodes to go to, or sends
 * @param breakpoints where it pauses; null keeps the last run's
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record ProceedMessage(
    @Nullable String runId,
    @Nullable Integer maxSteps,
    @Nullable JsonNode update,
    @JsonProperty("goto") @Nullable JsonNode routes,
    @Nullable Breakpoints breakpoints)
    implements ThreadMessage {
  public static ProceedMessage of(String runId, ResumeCommand command) {
    return new ProceedMessage(
        runId, command.maxSteps(), command.update(), command.routes(), command.breakpoints());
  }

  @Override
  public String id() {
    return Optional.ofNullable(runId).orElse("");
  }

  public ResumeCommand command() {
    return new ResumeCommand(update, routes, maxSteps, breakpoints);
  }

  public ProceedMessage completed(String id) {
    return of(Optional.ofNullable(runId).orElse(id), command());
  }

  @Override
  public <R> R match(Cases<R> cases) {
    return cases.proceed(this);
  }
}

package io.evergraph.temporal;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The order to go on with what a stopped run left.
 *
 * @param runId the id of the run that begins; null lets the receiver choose
 * @param maxSteps the supersteps that it may take; null keeps the last run's
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Proceed(@Nullable String runId, @Nullable Integer maxSteps) implements Message {
  @Override
  public String id() {
    return Optional.ofNullable(runId).orElse("");
  }

  Proceed completed(String id) {
    return new Proceed(Optional.ofNullable(runId).orElse(id), maxSteps);
  }

  @Override
  public <R> R match(Cases<R> cases) {
    return cases.proceed(this);
  }
}

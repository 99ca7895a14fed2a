package io.evergraph.temporal.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * The acknowledgement of a message: small, never an echo.
 *
 * @param runId the run that the message begins, or the edit
 * @param event the number of an event that is not after the first one of the run
 * @param alone true where the thread ends with its run; null where it stays open
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Acknowledgement(String runId, Outcome outcome, long event, @Nullable Boolean alone) {
  /** Whether a message was new. */
  public enum Outcome {
    /** It was taken in, and is applied in its turn. */
    ACCEPTED,
    /** One of this id was taken in before; nothing changed. */
    DUPLICATE
  }
}

package io.evergraph.temporal;

/**
 * The acknowledgement of a message: small, never an echo.
 *
 * @param runId the run that the message begins, or the edit
 * @param outcome whether it was new
 * @param event the number of an event that is not after the first one of the run
 */
public record Ack(String runId, Outcome outcome, long event) {
  /** Whether a message was new. */
  public enum Outcome {
    /** It was taken in, and is applied in its turn. */
    ACCEPTED,
    /** One of this id was taken in before; nothing changed. */
    DUPLICATE
  }
}

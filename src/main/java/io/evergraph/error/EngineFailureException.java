package io.evergraph.error;

/** Something failed that runs inside the engine, and that no other case explains. */
public final class EngineFailureException extends GraphException {
  /**
   * Describes the failure.
   *
   * @param activity what was being done
   * @param failure why it failed
   */
  public EngineFailureException(String activity, Throwable failure) {
    this(
        Facts.of("activity", activity)
            .and("failure", failure.getClass().getName())
            .and("reason", String.valueOf(failure.getMessage())));
    initCause(failure);
  }

  EngineFailureException(Facts facts) {
    super(
        facts,
        "Expected to {activity}, but it failed with {failure}: {reason}. Nothing of it was kept;"
            + " mend the cause, then go on or send it again.");
  }
}

package io.evergraph.error;

/** No such schedule exists. */
public final class UnknownScheduleException extends GraphException {
  /** Describes the failure. */
  public UnknownScheduleException(String schedule) {
    this(Facts.of("schedule", schedule));
  }

  UnknownScheduleException(Facts facts) {
    super(facts, "Schedule '{schedule}' does not exist. List the schedules, or create it.");
  }
}

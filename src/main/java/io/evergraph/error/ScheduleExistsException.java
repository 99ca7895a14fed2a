package io.evergraph.error;

/** A schedule of this id exists already. */
public final class ScheduleExistsException extends GraphException {
  /** Describes the failure. */
  public ScheduleExistsException(String schedule) {
    this(Facts.of("schedule", schedule));
  }

  ScheduleExistsException(Facts facts) {
    super(facts, "Schedule '{schedule}' exists already. Change it, or choose another id.");
  }
}

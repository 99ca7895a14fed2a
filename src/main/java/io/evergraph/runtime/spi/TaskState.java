package io.evergraph.runtime.spi;

/** How a task of an agent is doing. */
public enum TaskState {
  /** It was admitted; its run has not begun. */
  PENDING,
  /** Its run is in progress. */
  RUNNING,
  /** Its run waits for people. */
  WAITING,
  /** Its run came to its end. */
  FINISHED,
  /** Its run failed, is parked on a failed node, or could not be started. */
  FAILED,
  /** Somebody stopped it. */
  CANCELLED,
  /** It showed nothing for too long, or took too long in all, and was stopped. */
  TIMED_OUT;

  /** Returns whether nothing more is done for it. */
  public boolean isOver() {
    return this != PENDING && this != RUNNING && this != WAITING;
  }
}

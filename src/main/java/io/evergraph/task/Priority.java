package io.evergraph.task;

/**
 * Which of the requests that wait for room is admitted first, in all processes that share limits;
 * among equal priorities it is the earliest.
 */
public enum Priority {
  /** Before all others. */
  HIGH(0),
  /** The default. */
  NORMAL(1),
  /** After all others. */
  LOW(2);

  private final int rank;

  Priority(int rank) {
    this.rank = rank;
  }

  /** Returns what the stores of limits, which all processes share, sort by. */
  int rank() {
    return rank;
  }
}

package io.evergraph.task;

/**
 * Who is admitted first of those that wait for the same room, in all processes that share limits;
 * of equals who came first.
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

package io.evergraph.task;

/** Who is admitted first of those that wait for room in a process. */
public enum Priority {
  /** Before all others. */
  HIGH,
  /** The default. */
  NORMAL,
  /** After all others. */
  LOW
}

package io.evergraph.runtime;

/** What becomes of the writes of a run that is cancelled. */
public enum OnCancel {
  /** They stay; the thread can go on where it stopped. */
  KEEP,
  /** The thread goes back to where it stood before the run. */
  ROLLBACK
}

package io.evergraph.runtime;

/** What becomes of the writes of a run that is cancelled. */
public enum OnCancel {
  /** They stay; the thread can go on where it stopped. */
  KEEP,
  /**
   * The thread goes back to where it stood before the run. Where that checkpoint is not kept any
   * more, the writes stay.
   */
  ROLLBACK
}

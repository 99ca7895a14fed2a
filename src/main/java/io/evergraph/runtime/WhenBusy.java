package io.evergraph.runtime;

/** What becomes of a new input while a run is in progress on its thread. */
public enum WhenBusy {
  /** It waits for the run to stop, then begins. */
  ENQUEUE,
  /** It is refused with {@link io.evergraph.error.ThreadBusyException}. */
  REJECT,
  /** The run and those that wait are cancelled; what the run has committed stays. */
  INTERRUPT,
  /** The run and those that wait are cancelled, and what the run has written is taken back. */
  ROLLBACK
}

package io.evergraph.runtime;

/** What becomes of a new input while a run is in progress on its thread. */
public enum WhenBusy {
  /** It waits for the run to stop, then begins. */
  ENQUEUE,
  /** It is refused with {@link io.evergraph.error.ThreadBusyException}. */
  REJECT,
  /** The run is cancelled; what it has committed stays. */
  INTERRUPT,
  /** The run is cancelled and what it has written is taken back. */
  ROLLBACK
}

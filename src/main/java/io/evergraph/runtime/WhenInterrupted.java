package io.evergraph.runtime;

/** What becomes of a new input on a thread whose last run waits for answers or was stopped. */
public enum WhenInterrupted {
  /** The open tasks are dropped; what the run has committed stays. */
  ABANDON,
  /** It is refused with {@link io.evergraph.error.ThreadBusyException}. */
  REJECT,
  /** It waits until nothing is open, then begins. */
  ENQUEUE,
  /** What the run has written is taken back. */
  ROLLBACK
}

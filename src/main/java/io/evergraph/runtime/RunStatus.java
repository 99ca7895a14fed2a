package io.evergraph.runtime;

/** How a run stopped. */
public enum RunStatus {
  /** The graph came to its end. */
  FINISHED,
  /** Questions are open. */
  WAITING,
  /** Tasks have failed and can be tried again. */
  PARKED,
  /** It ended with an error. */
  FAILED,
  /** Somebody stopped it. */
  CANCELLED
}

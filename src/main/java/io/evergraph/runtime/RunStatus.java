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
  /** It stands at a breakpoint, or somebody paused it. */
  PAUSED,
  /** Somebody stopped it. */
  CANCELLED
}

package io.evergraph.graph;

/** What becomes of a run when a task has failed for good and its siblings have finished. */
public enum OnFailure {
  /** The run waits: the failed task can be tried again. The default of threads. */
  PARK,
  /** The run ends with the error. The default of runs that are alone. */
  FAIL
}

package io.evergraph.runtime;

/** What becomes of a thread when its run has come to the end of the graph. */
public enum RunMode {
  /** It stays open for the next input; a failed task parks. */
  THREAD,
  /** It ends with the run, whose final state is its result; a failed task fails it. */
  ALONE
}

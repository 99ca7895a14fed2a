package io.evergraph.graph;

/** What becomes of the tasks that run beside one that has failed for good. */
public enum Siblings {
  /** They finish, and their results are kept. The default. */
  FINISH,
  /** They are cancelled at once; they run again with the failed task. */
  CANCEL
}

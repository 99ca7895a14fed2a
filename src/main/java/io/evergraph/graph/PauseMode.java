package io.evergraph.graph;

/** What becomes of the tasks that run when their run is paused. */
public enum PauseMode {
  /** They finish; nothing new begins. */
  LET_TASKS_FINISH,
  /** They are cancelled, and run again with the same inputs when the run goes on. */
  CUT_TASKS_SHORT
}

package io.evergraph.graph;

/** Where the tasks of a node run on a durable runtime. */
public enum Placement {
  /** On any worker, as an activity with its own timeout and retries. */
  REMOTE,
  /**
   * In the worker that interprets the run, without a round trip to the server: for sub-second, pure
   * work. Never for model calls, and never beside remote nodes in one superstep.
   */
  LOCAL,
  /**
   * On any worker at first; where the interpreter is once the last tasks of the node in this run
   * were quick and none has failed, with a limit of one second, after which a task runs on any
   * worker again. For nodes that may be called twice, as all that are tried again.
   */
  ADAPTIVE
}

package io.evergraph.state;

/** How long a channel holds what was written to it. */
public enum Lifetime {
  /** As long as the thread: the usual. */
  THREAD,
  /** For the superstep that follows the write; the next barrier of its graph clears it. */
  STEP,
  /**
   * While the run that wrote it goes on: the nodes of that run see it, and nobody else. It stands
   * in no checkpoint, snapshot or history, and is gone once the run has stopped.
   */
  RUN
}

package io.evergraph.graph;

/** How long the state of a subgraph lives. */
public enum Memory {
  /** Each call starts anew; several calls may run beside each other. */
  PER_CALL,
  /**
   * A call goes on from the state that the last one on the thread left, be it abandoned in the
   * middle; one call at a time.
   */
  PER_THREAD
}

package io.evergraph.graph;

/** A value that says what the task is about that was sent with it: Temporal's page shows it. */
public interface Described {
  /** Returns a few words. */
  String summary();
}

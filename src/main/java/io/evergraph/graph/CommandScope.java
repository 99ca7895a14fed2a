package io.evergraph.graph;

/** Which graph a command is for. */
public enum CommandScope {
  /** The graph that the node stands in. */
  GRAPH,
  /** The graph around the one that the node stands in, which ends so. */
  PARENT
}

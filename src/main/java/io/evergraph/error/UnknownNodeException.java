package io.evergraph.error;

/** This process knows the graph but not the node. */
public final class UnknownNodeException extends GraphException {
  /** Describes the failure. */
  public UnknownNodeException(String graph, String node) {
    this(Facts.of("graph", graph).and("node", node));
  }

  UnknownNodeException(Facts facts) {
    super(
        facts,
        "Graph '{graph}' has no node '{node}' in this process. Deploy a worker that has it.");
  }
}

package io.evergraph.error;

import java.util.Map;

/** This process knows the graph but not the node. */
public final class UnknownNodeException extends GraphException {
  /**
   * Describes the failure.
   *
   * @param node the node that was asked for
   */
  public UnknownNodeException(String graph, String node) {
    this(new Facts(Map.of("graph", graph, "node", node)));
  }

  UnknownNodeException(Facts facts) {
    super(
        facts,
        facts.fill(
            "Graph '{graph}' has no node '{node}' in this process. Deploy a worker that has it."));
  }
}

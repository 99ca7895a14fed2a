package io.evergraph.error;

import java.util.Map;

/** This process knows the graph but not the node. */
public final class UnknownNodeException extends GraphException {
  private final String graph;
  private final String node;

  /**
   * Describes the failure.
   *
   * @param graph the graph
   * @param node the node that was asked for
   */
  public UnknownNodeException(String graph, String node) {
    super(
        "Graph '"
            + graph
            + "' has no node '"
            + node
            + "' in this process. Deploy a worker that has it.",
        Map.of("graph", graph, "node", node));
    this.graph = graph;
    this.node = node;
  }

  /** Returns the graph. */
  public String graph() {
    return graph;
  }

  /** Returns the node that was asked for. */
  public String node() {
    return node;
  }
}

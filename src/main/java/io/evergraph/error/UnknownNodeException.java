package io.evergraph.error;

import java.util.List;

/** A graph has no node of this name: at all, or in the code of this process. */
public final class UnknownNodeException extends GraphException {
  /** Describes a name that the graph does not have. */
  public UnknownNodeException(String graph, String node, List<String> known) {
    this(Facts.of("graph", graph).and("node", node).and("known", known));
  }

  /** Describes a node of a thread that the code of this process lacks. */
  public UnknownNodeException(String graph, String node) {
    this(Facts.of("graph", graph).and("node", node));
  }

  UnknownNodeException(Facts facts) {
    super(
        facts,
        facts.texts("known").isEmpty()
            ? "Graph '{graph}' has no node '{node}' in this process. Deploy a worker that has it."
            : "Expected one of the nodes {known} of graph '{graph}' but found '{node}'. Check its"
                + " name.");
  }
}

package io.evergraph.graph;

import java.util.Map;
import java.util.function.Function;

/** A named step of a graph, as data. */
public sealed interface Node permits ActionNode, SubgraphNode {
  /** Returns the name, unique within the graph. */
  String name();

  /**
   * Returns where a {@code goto} of this node may go: label to node name; labels are names by
   * default.
   */
  Map<String, String> ends();

  /** Returns this node with other ends. */
  Node withEnds(Map<String, String> ends);

  /** Applies the function for the kind of this one. */
  default <R> R match(Function<ActionNode, R> onAction, Function<SubgraphNode, R> onSubgraph) {
    if (this instanceof ActionNode it) {
      return onAction.apply(it);
    }
    return onSubgraph.apply((SubgraphNode) this);
  }
}

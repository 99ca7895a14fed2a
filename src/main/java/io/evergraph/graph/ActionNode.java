package io.evergraph.graph;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * A node whose code is a {@link NodeAction}, bound by the node's name.
 *
 * @param name the name
 * @param policy how its tasks are run
 * @param ends where a {@code goto} may go, label to node name
 */
public record ActionNode(String name, NodePolicy policy, Map<String, String> ends) implements Node {
  /** Copies the ends in sorted order. */
  public ActionNode {
    ends = Collections.unmodifiableMap(new TreeMap<>(ends));
  }

  @Override
  public ActionNode withEnds(Map<String, String> other) {
    return new ActionNode(name, policy, other);
  }

  @Override
  public <R> R match(Function<ActionNode, R> onAction, Function<SubgraphNode, R> onSubgraph) {
    return onAction.apply(this);
  }
}

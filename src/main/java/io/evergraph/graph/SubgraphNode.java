package io.evergraph.graph;

import java.util.Map;
import java.util.function.Function;

/**
 * A node that is a graph: its steps run inline, in a namespace of their own. The parent receives
 * the child's writes, so an appended list is not doubled.
 *
 * @param name the name of the node in the parent
 * @param graph the topology of the child
 * @param embedding what passes between both, and how long the child's state lives
 */
public record SubgraphNode(String name, GraphSpec graph, Embedding embedding) implements Node {

  @Override
  public Map<String, String> ends() {
    return Map.of();
  }

  @Override
  public SubgraphNode withEnds(Map<String, String> other) {
    return this;
  }

  @Override
  public <R> R match(Function<ActionNode, R> onAction, Function<SubgraphNode, R> onSubgraph) {
    return onSubgraph.apply(this);
  }
}

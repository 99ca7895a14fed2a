package io.evergraph.graph;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * A node that is a graph: its steps run inline, in a namespace of their own. The parent receives
 * the child's writes, so an appended list is not doubled.
 *
 * @param name the name of the node in the parent
 * @param embedding what passes between both, and how long the child's state lives
 * @param ends where a goto that the child aims at the parent may go, label to node name
 */
public record SubgraphNode(
    String name, GraphSpec graph, Embedding embedding, Map<String, String> ends) implements Node {
  public SubgraphNode {
    ends = Collections.unmodifiableMap(new TreeMap<>(ends));
  }

  /** Makes a node whose graph goes nowhere in the parent by itself. */
  public SubgraphNode(String name, GraphSpec graph, Embedding embedding) {
    this(name, graph, embedding, Map.of());
  }

  @Override
  public SubgraphNode withEnds(Map<String, String> other) {
    return new SubgraphNode(name, graph, embedding, other);
  }
}

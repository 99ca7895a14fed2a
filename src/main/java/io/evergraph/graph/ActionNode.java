package io.evergraph.graph;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * A node whose code is a {@link NodeAction}, bound by name.
 *
 * @param action the name of its code; that of the node itself unless several nodes share it
 * @param ends where a {@code goto} may go, label to node name
 */
public record ActionNode(String name, String action, NodePolicy policy, Map<String, String> ends)
    implements Node {
  public ActionNode {
    ends = Collections.unmodifiableMap(new TreeMap<>(ends));
  }

  /** Makes a node whose code has the name of the node. */
  public ActionNode(String name, NodePolicy policy, Map<String, String> ends) {
    this(name, name, policy, ends);
  }

  @Override
  public ActionNode withEnds(Map<String, String> other) {
    return new ActionNode(name, action, policy, other);
  }
}

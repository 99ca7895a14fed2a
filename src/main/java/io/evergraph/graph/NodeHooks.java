package io.evergraph.graph;

import java.util.Map;

/** The hooks of a graph: those of its nodes go before the one of all. */
record NodeHooks(NodeHook ofAll, Map<String, NodeHook> ofNodes) {
  static final NodeHooks NONE = new NodeHooks(NodeHook.NONE, Map.of());

  NodeHooks {
    ofNodes = Map.copyOf(ofNodes);
  }

  NodeHook of(String node) {
    NodeHook own = ofNodes.get(node);
    return own == null ? ofAll : own.orElse(ofAll);
  }
}

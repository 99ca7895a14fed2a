package io.evergraph.graph;

/** How a {@code goto} stands to the edges of its node. */
public enum GotoRule {
  /** It takes their place: only joins still count the node as arrived. The default. */
  REPLACE,
  /** It is followed beside them. */
  ADDITIVE
}

package io.evergraph.graph;

/** Where routers and {@code goto} may go. */
public enum RouteScope {
  /** Only to targets that the route or the node declares. */
  DECLARED,
  /** To any node. */
  OPEN
}

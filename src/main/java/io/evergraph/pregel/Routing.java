package io.evergraph.pregel;

import io.evergraph.graph.Route;
import java.util.List;

/**
 * Where a finished task leads, with all names resolved.
 *
 * @param routes the routes in order
 * @param rule how they stand to the node's edges
 */
public record Routing(List<Route> routes, Rule rule) {
  /** Only the edges of the node lead on. */
  static final Routing ALONG_EDGES = beside(List.of());

  public Routing {
    routes = List.copyOf(routes);
  }

  /**
   * Returns the routes that the conditional edges of a node gave; its other edges are taken too.
   */
  public static Routing beside(List<Route> routes) {
    return new Routing(routes, Rule.BESIDE_EDGES);
  }

  /** Returns the routes of a goto; static, conditional and first-match edges are not taken. */
  public static Routing instead(List<Route> routes) {
    return new Routing(routes, Rule.INSTEAD_OF_EDGES);
  }

  /** How routes stand to the edges of their node. */
  public enum Rule {
    /** They come from conditional edges: the other edges are taken as well. */
    BESIDE_EDGES,
    /** They come from a goto: only joins still count the node as arrived. */
    INSTEAD_OF_EDGES
  }
}

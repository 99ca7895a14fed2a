package io.evergraph.pregel;

import io.evergraph.graph.Route;
import java.util.List;

/**
 * Where a finished task leads, with all names resolved.
 *
 * @param routes the routes in order
 * @param rule how they stand to the node's edges
 * @param gotos how many of the routes, the first ones, a goto gave that is followed beside the
 *     edges: no state changes where they lead
 */
public record Routing(List<Route> routes, Rule rule, int gotos) {
  /** Only the edges of the node lead on. */
  static final Routing ALONG_EDGES = beside(List.of(), 0);

  public Routing {
    routes = List.copyOf(routes);
    if (gotos < 0 || gotos > routes.size()) {
      throw new IllegalArgumentException(
          "Expected 0 to " + routes.size() + " routes of a goto but found " + gotos + ".");
    }
  }

  /**
   * Returns the routes that the conditional edges of a node gave; its other edges are taken too.
   */
  public static Routing beside(List<Route> routes) {
    return beside(routes, 0);
  }

  /**
   * Returns the routes of a goto, and behind them those that conditional edges gave; the other
   * edges of the node are taken too.
   *
   * @param gotos how many of the routes are those of the goto
   */
  public static Routing beside(List<Route> routes, int gotos) {
    return new Routing(routes, Rule.BESIDE_EDGES, gotos);
  }

  /** Returns the routes of a goto; static, conditional and first-match edges are not taken. */
  public static Routing instead(List<Route> routes) {
    return new Routing(routes, Rule.INSTEAD_OF_EDGES, 0);
  }

  /** Returns those routes alone that a goto gave which is followed beside the edges. */
  Routing gone() {
    return instead(routes.subList(0, gotos));
  }

  /** How routes stand to the edges of their node. */
  public enum Rule {
    /** They come from conditional edges, or from a goto beside them: all edges are taken. */
    BESIDE_EDGES,
    /** They come from a goto: only joins still count the node as arrived. */
    INSTEAD_OF_EDGES
  }
}

package io.evergraph.runtime.node;

import static io.evergraph.graph.Graph.END;

import io.evergraph.error.UnknownTargetException;
import io.evergraph.graph.ConditionalEdge;
import io.evergraph.graph.Flow.RouteScope;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Node;
import io.evergraph.graph.Route;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Turns what routers and gotos name into node names. */
final class RouteResolution {
  private final Graph graph;

  RouteResolution(Graph graph) {
    this.graph = graph;
  }

  List<Route> alongEdge(ConditionalEdge edge, List<Route> routes) {
    return edge.paths().isEmpty()
        ? byGoto(edge.from(), routes)
        : routes.stream().map(route -> resolve(edge.from(), route, edge.paths())).toList();
  }

  List<Route> byGoto(String node, List<Route> routes) {
    if (routes.isEmpty()) {
      return routes;
    }
    Map<String, String> ends = graph.spec().node(node).map(Node::ends).orElse(Map.of());
    return routes.stream().map(route -> resolve(node, route, ends)).toList();
  }

  private Route resolve(String node, Route route, Map<String, String> declared) {
    String named = route.target();
    if (named.equals(END)) {
      return route;
    }
    Optional<String> target =
        Optional.ofNullable(declared.get(named))
            .or(() -> declared.containsValue(named) ? Optional.of(named) : Optional.empty())
            .or(() -> isOpen() ? Optional.of(named) : Optional.empty());
    return route.withTarget(
        target.orElseThrow(
            () -> new UnknownTargetException(node, named, List.copyOf(declared.keySet()))));
  }

  private boolean isOpen() {
    return graph.spec().flow().routes() == RouteScope.OPEN;
  }
}

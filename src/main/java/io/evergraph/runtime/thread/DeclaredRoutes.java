package io.evergraph.runtime.thread;

import io.evergraph.error.UnknownTargetException;
import io.evergraph.graph.Flow.RouteScope;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphSpec;
import io.evergraph.graph.Node;
import io.evergraph.graph.Route;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Where the routers and gotos of nodes may lead, as a graph declares it. */
record DeclaredRoutes(GraphSpec spec) {

  /**
   * Lets routes pass that another graph declared, where this one declares them as well.
   *
   * @throws UnknownTargetException when it does not
   */
  void require(String node, List<Route> routes, DeclaredRoutes before) {
    for (Route route : routes) {
      String target = route.target();
      if (before.allows(node, target) && !allows(node, target)) {
        throw new UnknownTargetException(node, target, declared(node).sorted().toList());
      }
    }
  }

  private boolean allows(String node, String target) {
    return target.equals(Graph.END)
        || spec.flow().routes() == RouteScope.OPEN
        || declared(node).anyMatch(target::equals);
  }

  private Stream<String> declared(String node) {
    Stream<String> ends = spec.node(node).map(Node::ends).orElse(Map.of()).values().stream();
    Stream<String> paths =
        spec.edges().stream()
            .flatMap(
                edge ->
                    edge.match(
                        none -> Stream.<String>empty(),
                        conditional ->
                            conditional.from().equals(node)
                                ? conditional.paths().values().stream()
                                : Stream.<String>empty(),
                        none -> Stream.<String>empty(),
                        none -> Stream.<String>empty()));
    return Stream.concat(ends, paths).distinct();
  }
}

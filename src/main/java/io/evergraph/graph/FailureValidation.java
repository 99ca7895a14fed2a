package io.evergraph.graph;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds the mistakes in who takes care of failures. */
final class FailureValidation {
  private final GraphSpec spec;
  private final List<String> problems = new ArrayList<>();

  FailureValidation(GraphSpec spec) {
    this.spec = spec;
  }

  List<String> problems() {
    spec.failure().handlers().keySet().forEach(this::checkHandled);
    Set<String> handlers = new LinkedHashSet<>(spec.failure().handlers().values());
    spec.failure().handler().ifPresent(handlers::add);
    handlers.forEach(this::checkHandler);
    return problems;
  }

  private void checkHandled(String node) {
    if (spec.node(node).isEmpty()) {
      problems.add("onError is declared for '" + node + "', which is no node");
    } else if (spec.failure().isHandler(node)) {
      problems.add(
          "onError is declared for '"
              + node
              + "', which is a handler itself; its failures end the run");
    }
  }

  private void checkHandler(String name) {
    Optional<Node> node = spec.node(name);
    if (node.isEmpty()) {
      problems.add("onError leads to '" + name + "', which is no node; add it with node(...)");
    } else if (node.get() instanceof SubgraphNode) {
      problems.add("onError leads to '" + name + "', which is a subgraph; use a plain node");
    }
    if (spec.edges().stream().anyMatch(edge -> touches(edge, name))) {
      problems.add(
          "an edge touches the error handler '"
              + name
              + "'; a handler stands in for the node that failed, whose edges follow: drop the edge, "
              + "or let the handler go elsewhere with a goto and ends(...)");
    }
  }

  private static boolean touches(Edge edge, String name) {
    return edge.sources().contains(name) || edge.targets().contains(name);
  }
}

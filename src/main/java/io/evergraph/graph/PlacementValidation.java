package io.evergraph.graph;

import java.util.List;
import java.util.stream.Stream;

/** Finds the mistakes in where nodes run. */
final class PlacementValidation {
  private PlacementValidation() {}

  static List<String> problems(GraphSpec spec) {
    return spec.nodes().stream()
        .flatMap(node -> node.match(Stream::of, subgraph -> Stream.<ActionNode>empty()))
        .filter(node -> node.policy().placement() == Placement.ADAPTIVE)
        .filter(node -> node.policy().maxAttempts() < 2)
        .map(
            node ->
                "node '"
                    + node.name()
                    + "' is adaptive, so that a task that is too slow in one place runs again in "
                    + "another, but may run only once; give it more attempts or another placement")
        .toList();
  }
}

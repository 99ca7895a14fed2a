package io.evergraph.graph;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The code of a graph by the names that its topology uses. */
record Bindings(
    Map<String, NodeAction> actions, Map<String, Router> routers, Map<String, Graph> subgraphs) {

  static Map<String, List<ConditionalEdge>> conditionalEdgesBySource(List<Edge> edges) {
    Map<String, List<ConditionalEdge>> bySource = new LinkedHashMap<>();
    for (Edge edge : edges) {
      if (edge instanceof ConditionalEdge conditional) {
        bySource.computeIfAbsent(conditional.from(), any -> new ArrayList<>()).add(conditional);
      }
    }
    return Collections.unmodifiableMap(bySource);
  }
}

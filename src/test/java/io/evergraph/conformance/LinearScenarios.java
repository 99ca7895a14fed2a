package io.evergraph.conformance;

import static io.evergraph.conformance.Letters.edges;
import static io.evergraph.conformance.Letters.nodes;
import static io.evergraph.conformance.Letters.v;

/** Nodes one after the other. */
final class LinearScenarios {
  private LinearScenarios() {}

  static void addTo(Catalogue langGraph, Catalogue engines) {
    langGraph.add(
        "C-01",
        stage -> {
          var graph = edges(nodes(stage.graph(), "a", "b", "c"), "S->a->b->c->E").build();
          stage.start(graph, v());
        });
    langGraph.add(
        "C-10",
        stage -> {
          var graph =
              edges(nodes(stage.graph(), "a", "b", "b2", "j"), "S->a, S->b->b2, [a+b2]->j").build();
          stage.start(graph, v());
        });
  }
}

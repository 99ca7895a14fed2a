package io.evergraph.cli;

import io.evergraph.demo.airline.AirlineAgent;
import io.evergraph.graph.Graph;
import java.util.List;

/** The graphs that this program offers. */
final class DemoGraphs {
  private DemoGraphs() {}

  static List<Graph> all() {
    return List.of(AirlineAgent.graph());
  }
}

package io.evergraph.cli;

import io.evergraph.demo.airline.AirlineAgent;
import io.evergraph.demo.samples.SampleGraphs;
import io.evergraph.graph.Graph;
import java.util.List;
import java.util.stream.Stream;

/** The graphs that this program offers. */
final class DemoGraphs {
  private DemoGraphs() {}

  static List<Graph> all() {
    return Stream.concat(Stream.of(AirlineAgent.graph()), SampleGraphs.all().stream()).toList();
  }
}

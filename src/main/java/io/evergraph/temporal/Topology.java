package io.evergraph.temporal;

import io.evergraph.graph.Graph;

/**
 * The topology that a thread was bound to on its first run, as its history keeps it.
 *
 * @param graph the name of the graph
 * @param version its version
 */
record Topology(String graph, String version) {
  static Topology of(Graph graph) {
    return new Topology(graph.name(), graph.version());
  }
}

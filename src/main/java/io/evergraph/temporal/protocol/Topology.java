package io.evergraph.temporal.protocol;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.evergraph.export.GraphJson;
import io.evergraph.graph.GraphSpec;
import io.evergraph.graph.NodePolicy;
import io.evergraph.runtime.codec.StateCodec;

/**
 * The topology that a thread was bound to on its first run, as its history keeps it.
 *
 * @param graph the topology as {@link GraphJson} writes it; policies that are the usual ones are
 *     left out
 */
public record Topology(JsonNode graph) {
  private static final String NAME = "name";
  private static final String POLICY = "policy";

  public static Topology of(GraphSpec spec, StateCodec codec) {
    JsonNode tree = codec.toJson(GraphJson.data(spec));
    shorten(tree, spec);
    return new Topology(tree);
  }

  private static void shorten(JsonNode tree, GraphSpec spec) {
    for (JsonNode node : tree.path("nodes")) {
      spec.node(node.path(NAME).asText())
          .ifPresent(
              known ->
                  known.match(
                      action ->
                          action.policy().equals(NodePolicy.DEFAULT)
                              && ((ObjectNode) node).remove(POLICY) != null,
                      subgraph -> shortened(node.path("graph"), subgraph.graph())));
    }
  }

  private static boolean shortened(JsonNode tree, GraphSpec spec) {
    shorten(tree, spec);
    return true;
  }

  public String name() {
    return graph.path(NAME).asText();
  }

  public String version() {
    return graph.path("version").asText();
  }

  public GraphSpec spec() {
    return GraphJson.read(graph);
  }
}

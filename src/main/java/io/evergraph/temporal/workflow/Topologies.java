package io.evergraph.temporal.workflow;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphSpec;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.temporal.protocol.Topology;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * The topologies of the graphs of this process, in the form that histories keep: each is written
 * once, however many threads begin with it. Safe for use by several threads.
 */
public final class Topologies {
  private final StateCodec codec;
  private final Map<Graph, JsonNode> written = Collections.synchronizedMap(new WeakHashMap<>());

  public Topologies(StateCodec codec) {
    this.codec = codec;
  }

  Topology of(Graph graph) {
    return new Topology(written.computeIfAbsent(graph, this::write));
  }

  private JsonNode write(Graph graph) {
    try {
      return codec.mapper().readTree(Topology.of(graph.spec(), codec).graph().toString());
    } catch (JsonProcessingException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  /**
   * Returns a topology that was recorded.
   *
   * @param code the code at hand for its name and version
   */
  public GraphSpec read(Topology recorded, Graph code) {
    return recorded.equals(of(code)) ? code.spec() : recorded.spec();
  }
}

package io.evergraph.export;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.evergraph.graph.GraphSpec;
import java.util.Map;

/**
 * Writes graphs as JSON and reads them back: {@link #text} and {@link #data} hold all of a
 * topology, {@link #forLangGraph} what the clients of a LangGraph server draw.
 */
public final class GraphJson {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private GraphJson() {}

  /** Returns the topology as indented JSON with newlines as on Unix. */
  public static String text(GraphSpec spec) {
    try {
      return MAPPER.writer(new PlainIndent()).writeValueAsString(data(spec)) + "\n";
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("Plain maps and lists have a JSON form.", impossible);
    }
  }

  /**
   * Returns the topology as plain maps, lists, text, numbers and booleans.
   *
   * <p>Keys: {@code name, version, fingerprint, maxSteps, routes} ({@code declared | open}), {@code
   * onFailure} ({@code park | fail}, absent when left to the kind of run), {@code state} ({@code
   * open, channels}), {@code nodes}, {@code edges}. Durations are ISO 8601 text.
   */
  public static Map<String, Object> data(GraphSpec spec) {
    return SpecData.of(spec);
  }

  /**
   * Reads the topology that {@link #data} wrote; policies that are absent have their defaults.
   *
   * @param data the JSON tree
   * @throws io.evergraph.error.InvalidInputException when it does not fit; names the place
   */
  public static GraphSpec read(JsonNode data) {
    return new SpecReader(data).graph();
  }

  /**
   * Returns the form of {@code GET /assistants/{id}/graph}: {@code nodes} with {@code id, type,
   * data}, {@code edges} with {@code source, target} and, where they apply, {@code conditional,
   * data}. Subgraphs are single nodes; a router that may go anywhere leads to every node.
   */
  public static Map<String, Object> forLangGraph(GraphSpec spec) {
    return LangGraphData.of(spec);
  }
}

package io.evergraph.server.langgraph;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.evergraph.graph.Graph;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.Map;

@Schema(name = "Assistant", description = "A graph that can be run.")
record AssistantResource(
    @JsonProperty("assistant_id") String assistantId,
    @Schema(example = "approval") @JsonProperty("graph_id") String graphId,
    String name,
    Map<String, Object> config,
    Map<String, Object> context,
    Map<String, Object> metadata,
    int version,
    @JsonProperty("created_at") String createdAt,
    @JsonProperty("updated_at") String updatedAt) {

  static AssistantResource of(Graph graph, Instant since) {
    return new AssistantResource(
        Assistants.idOf(graph.name()),
        graph.name(),
        graph.name(),
        Map.of(),
        Map.of(),
        Map.of("created_by", "system", "graph_version", graph.version()),
        1,
        WireTime.of(since),
        WireTime.of(since));
  }
}

package io.evergraph.server.langgraph;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.evergraph.export.GraphJson;
import io.evergraph.graph.Graph;
import io.evergraph.server.Fields;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/assistants")
@Tag(name = "Assistants", description = "The graphs that can be run; one assistant for each.")
class AssistantsController {
  private final Assistants assistants;
  private final Instant since = Instant.now();

  AssistantsController(Assistants assistants) {
    this.assistants = assistants;
  }

  @PostMapping("/search")
  @Operation(
      summary = "The graphs that can be run",
      description = "The body may hold graph_id, limit and offset.")
  List<AssistantResource> search(@RequestBody(required = false) @Nullable Object body) {
    Fields fields = Fields.ofBody(body);
    Optional<String> graph = fields.text("graph_id");
    return assistants.all().stream()
        .filter(any -> graph.isEmpty() || graph.get().equals(any.name()))
        .skip(fields.number("offset", 0))
        .limit(fields.number("limit", Integer.MAX_VALUE))
        .map(this::resource)
        .toList();
  }

  @GetMapping("/{assistantId}")
  @Operation(summary = "A graph, by name or by the id of its assistant")
  AssistantResource get(@PathVariable String assistantId) {
    return resource(assistants.graph(assistantId));
  }

  private AssistantResource resource(Graph graph) {
    return AssistantResource.of(graph, since);
  }

  @GetMapping("/{assistantId}/graph")
  @Operation(
      summary = "The nodes and edges of a graph, for drawing",
      description = "Subgraphs are single nodes.")
  Map<String, Object> graph(@PathVariable String assistantId) {
    return GraphJson.forLangGraph(assistants.graph(assistantId).spec());
  }

  @GetMapping("/{assistantId}/schemas")
  @Operation(summary = "The channels of a graph, as JSON schemas")
  Map<String, Object> schemas(@PathVariable String assistantId) {
    Graph graph = assistants.graph(assistantId);
    Map<String, Object> state = stateSchema(graph);
    Map<String, Object> schemas = new LinkedHashMap<>();
    schemas.put("graph_id", graph.name());
    schemas.put("input_schema", state);
    schemas.put("output_schema", state);
    schemas.put("state_schema", state);
    schemas.put("config_schema", Map.of("type", "object"));
    schemas.put("context_schema", Map.of("type", "object"));
    return schemas;
  }

  private static Map<String, Object> stateSchema(Graph graph) {
    Map<String, Object> properties = new LinkedHashMap<>();
    graph
        .spec()
        .channels()
        .forEach(
            channel ->
                properties.put(
                    channel.name(),
                    Map.of("title", channel.name(), "description", channel.type())));
    return Map.of("title", graph.name(), "type", "object", "properties", properties);
  }

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
}

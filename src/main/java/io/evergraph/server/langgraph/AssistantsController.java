package io.evergraph.server.langgraph;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.evergraph.export.GraphJson;
import io.evergraph.graph.Graph;
import io.evergraph.graph.StateShape;
import io.evergraph.runtime.codec.ChannelSchemas;
import io.evergraph.server.Fields;
import io.evergraph.server.Kind;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
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
  private static final Set<String> COUNTED = Set.of("graph_id", "metadata", "name");
  private static final Set<String> SEARCHED =
      Set.of("graph_id", "limit", "metadata", "name", "offset", "select", "sort_by", "sort_order");

  private final Assistants assistants;
  private final ChannelSchemas channels;
  private final Instant since = Instant.now();

  AssistantsController(Assistants assistants) {
    this.assistants = assistants;
    this.channels = new ChannelSchemas(assistants.runtime().codec());
  }

  @PostMapping("/search")
  @Operation(
      summary = "The graphs that can be run",
      description = "The body may hold graph_id, name (a part of it), metadata, limit and offset.")
  List<AssistantResource> search(@RequestBody(required = false) @Nullable Object body) {
    Fields fields = Fields.ofBody(body).only(SEARCHED);
    fields.refuse("select", "assistants come whole");
    fields.refuse("sort_by", "they come in the order of their graphs");
    fields.refuse("sort_order", "they come in the order of their graphs");
    return found(fields)
        .skip(fields.find("offset", Kind.NUMBER).orElse(0))
        .limit(fields.find("limit", Kind.NUMBER).orElse(Integer.MAX_VALUE))
        .toList();
  }

  @PostMapping("/count")
  @Operation(
      summary = "How many graphs can be run",
      description = "The body may hold graph_id, name (a part of it) and metadata.")
  long count(@RequestBody(required = false) @Nullable Object body) {
    return found(Fields.ofBody(body).only(COUNTED)).count();
  }

  private Stream<AssistantResource> found(Fields fields) {
    MetadataFilter metadata = MetadataFilter.of(fields);
    Optional<String> graph = fields.find("graph_id", Kind.TEXT);
    String name = fields.find("name", Kind.TEXT).orElse("").toLowerCase(Locale.ROOT);
    return assistants.runtime().graphs().graphs().stream()
        .filter(any -> graph.isEmpty() || graph.get().equals(any.name()))
        .filter(any -> any.name().toLowerCase(Locale.ROOT).contains(name))
        .map(this::resource)
        .filter(any -> metadata.takes(any.metadata()));
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
  @Operation(
      summary = "The channels of a graph, as JSON schemas",
      description =
          "'input_schema' has those that a run takes, 'output_schema' what it gives back.")
  Map<String, Object> schemas(@PathVariable String assistantId) {
    Graph graph = assistants.graph(assistantId);
    StateShape shape = graph.spec().shape();
    Map<String, Object> schemas = new LinkedHashMap<>();
    schemas.put("graph_id", graph.name());
    schemas.put("input_schema", channels.of(graph, shape::accepts));
    schemas.put("output_schema", channels.of(graph, shape::returns));
    schemas.put("state_schema", channels.of(graph, shape::isShown));
    schemas.put("config_schema", Map.of("type", "object"));
    schemas.put("context_schema", Map.of("type", "object"));
    return schemas;
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

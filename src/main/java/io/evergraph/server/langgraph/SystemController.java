package io.evergraph.server.langgraph;

import io.evergraph.graph.Graph;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.RuntimeInfo;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Tells what runs here. */
@RestController
@Tag(name = "System", description = "What runs here.")
record SystemController(GraphRuntime runtime) {

  @GetMapping("/ok")
  @Operation(summary = "Whether the server answers")
  Map<String, Object> ok() {
    return Map.of("ok", true);
  }

  @GetMapping("/info")
  @Operation(summary = "Version, runtime, durability and graphs")
  Info info() {
    RuntimeInfo info = runtime.info();
    return new Info(
        Optional.ofNullable(SystemController.class.getPackage().getImplementationVersion())
            .orElse("development"),
        new RuntimePart(
            info.kind(),
            info.durability() == RuntimeInfo.Durability.DURABLE,
            info.details(),
            runtime.bus().reach().name().toLowerCase(Locale.ROOT)),
        runtime.graphs().graphs().stream().map(GraphPart::of).toList(),
        Map.of("assistants", true, "crons", false));
  }

  /**
   * What runs here.
   *
   * @param version the version of Evergraph
   * @param runtime what drives the graphs
   * @param graphs the graphs that can be run
   * @param flags which parts of the LangGraph API there are
   */
  @Schema(name = "Info")
  record Info(
      String version, RuntimePart runtime, List<GraphPart> graphs, Map<String, Object> flags) {}

  /**
   * What drives the graphs.
   *
   * @param kind {@code memory} or {@code temporal}
   * @param durable whether runs survive this process
   * @param details further facts, such as the address of the server
   * @param emissions whose emissions are streamed: those of nodes in this {@code process}, or of
   *     all {@code workers}
   */
  @Schema(name = "RuntimeInfo")
  record RuntimePart(String kind, boolean durable, Map<String, String> details, String emissions) {}

  /**
   * A graph.
   *
   * @param name its name, which is its assistant's id
   * @param version its version
   */
  @Schema(name = "GraphInfo")
  record GraphPart(String name, String version) {
    static GraphPart of(Graph graph) {
      return new GraphPart(graph.name(), graph.version());
    }
  }
}

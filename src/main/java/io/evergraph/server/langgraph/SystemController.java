package io.evergraph.server.langgraph;

import io.evergraph.graph.Graph;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.RuntimeInfo;
import io.evergraph.runtime.spi.TaskRecords;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@Tag(name = "System", description = "What runs here.")
record SystemController(GraphRuntime runtime, ObjectProvider<TaskRecords> tasks) {

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
        tasks.stream().findFirst().map(TaskRecords::kind).orElse("none"),
        Map.of("assistants", true, "crons", false));
  }

  @Schema(name = "Info")
  record Info(
      String version,
      RuntimePart runtime,
      List<GraphPart> graphs,
      @Schema(description = "Where records of tasks are: memory, jdbc or none.") String tasks,
      Map<String, Object> flags) {}

  @Schema(name = "RuntimeInfo")
  record RuntimePart(String kind, boolean durable, Map<String, String> details, String emissions) {}

  @Schema(name = "GraphInfo")
  record GraphPart(String name, String version) {
    static GraphPart of(Graph graph) {
      return new GraphPart(graph.name(), graph.version());
    }
  }
}

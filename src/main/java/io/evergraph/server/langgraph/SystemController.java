package io.evergraph.server.langgraph;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.evergraph.graph.Graph;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.RuntimeInfo;
import io.evergraph.runtime.Schedules;
import io.evergraph.runtime.spi.AdmissionLimits;
import io.evergraph.runtime.spi.BudgetLedger;
import io.evergraph.runtime.spi.TaskRecords;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@Tag(name = "System", description = "What runs here.")
record SystemController(
    GraphRuntime runtime,
    ObjectProvider<TaskRecords> tasks,
    ObjectProvider<AdmissionLimits> limits,
    ObjectProvider<BudgetLedger> budgets) {
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
        kind(tasks, TaskRecords::kind),
        backEnds(info),
        Map.of("assistants", true, "crons", offersSchedules()));
  }

  private boolean offersSchedules() {
    return !(runtime.schedules() instanceof Schedules.NotOffered);
  }

  private BackEnds backEnds(RuntimeInfo info) {
    return new BackEnds(
        info.kind(),
        info.kind(),
        info.details().getOrDefault(RuntimeInfo.CHECKPOINTS, "none"),
        runtime.bus().kind(),
        runtime.cache().kind(),
        kind(tasks, TaskRecords::kind),
        kind(limits, AdmissionLimits::kind),
        kind(budgets, BudgetLedger::kind));
  }

  private static <T> String kind(ObjectProvider<T> bean, Function<T, String> kind) {
    return bean.stream().findFirst().map(kind).orElse("none");
  }

  @Schema(name = "Info")
  record Info(
      String version,
      RuntimePart runtime,
      List<GraphPart> graphs,
      @Schema(description = "Where records of tasks are: memory, jdbc or none.") String tasks,
      BackEnds backends,
      Map<String, Object> flags) {}

  @Schema(name = "RuntimeInfo")
  record RuntimePart(String kind, boolean durable, Map<String, String> details, String emissions) {}

  @Schema(name = "BackEnds", description = "What is where; memory serves this process only.")
  record BackEnds(
      @Schema(description = "Records of runs: metadata, strategy, stream modes.") String runs,
      @JsonProperty("idempotency_keys") String idempotencyKeys,
      @Schema(description = "Threads beside the runtime.") String checkpoints,
      @Schema(description = "What nodes emit.") String emissions,
      @Schema(description = "Results of nodes.") String cache,
      String tasks,
      @Schema(description = "Limits of the admission of tasks.") String limits,
      String budgets) {}

  @Schema(name = "GraphInfo")
  record GraphPart(String name, String version) {
    static GraphPart of(Graph graph) {
      return new GraphPart(graph.name(), graph.version());
    }
  }
}

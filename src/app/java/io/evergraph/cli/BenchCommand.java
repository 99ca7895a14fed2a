package io.evergraph.cli;

import io.evergraph.demo.bench.Bench;
import io.evergraph.demo.bench.CollectorPauses;
import io.evergraph.demo.bench.HistorySize;
import io.evergraph.demo.bench.Trial;
import io.evergraph.demo.bench.Workload;
import io.evergraph.demo.bench.Workloads;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodePolicy;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.RunMode;
import io.evergraph.runtime.ThreadId;
import io.evergraph.temporal.connection.TemporalConnection;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "bench",
    description = {
      "Measures small graphs on a runtime and prints one line of JSON per workload.",
      "",
      "Workloads: chain3, fan5, seq1000, fan100, react100, hitl, tput. On Temporal each is measured"
          + " with nodes as activities (evergraph-temporal) and as local activities"
          + " (evergraph-temporal-local). The final state of every run is checked.",
      ""
    })
final class BenchCommand extends HelpfulCommand implements Callable<Integer> {
  @Mixin private final RuntimeOption runtime = new RuntimeOption();

  @Option(
      names = "--workload",
      paramLabel = "NAME",
      split = ",",
      description = "Which workloads, separated by commas; all if not given.")
  private List<String> names = List.of();

  @Option(
      names = "--placement",
      paramLabel = "remote|local|adaptive",
      description =
          "On Temporal: only activities, only local activities, or local ones once nodes have shown"
              + " to be quick; the first two, one after the other, if not given.")
  private @Nullable Placement placement;

  @Option(
      names = "--form",
      paramLabel = "thread|alone",
      description =
          "Whether each run leaves its thread open for the next, or is alone; thread on Temporal"
              + " and alone in memory, where open threads stay, if not given.")
  private @Nullable RunMode form;

  @Option(
      names = "--reps",
      paramLabel = "N",
      description =
          "How often each is repeated once its figures are steady; if not given, for 3 seconds in"
              + " memory and 10 seconds on Temporal, at least 6 times.")
  private @Nullable Integer reps;

  @Override
  public Integer call() {
    if (reps != null) {
      Arguments.atLeastOne("--reps", reps);
    }
    try (CollectorPauses pauses = new CollectorPauses()) {
      engines().forEach(this::measure);
      err().println("longest pause of the garbage collector: " + pauses.longestMillis() + " ms");
    }
    return 0;
  }

  private List<Engine> engines() {
    if (runtime.kind() == RuntimeOption.Kind.MEMORY) {
      return List.of(Engine.inMemory());
    }
    return placement == null
        ? List.of(Engine.temporal(Placement.REMOTE), Engine.temporal(Placement.LOCAL))
        : List.of(Engine.temporal(placement));
  }

  private void measure(Engine engine) {
    List<Workload> workloads = workloads(engine);
    OptionalInt fixed = reps == null ? OptionalInt.empty() : OptionalInt.of(reps);
    Bench bench = Bench.of(engine.budget(), fixed);
    try (ConfigurableApplicationContext context = start(workloads)) {
      GraphRuntime measured = context.getBean(GraphRuntime.class);
      for (Workload workload : workloads) {
        Trial trial = Trial.of(engine.label(), workload, measured, histories(context));
        out().println(bench.measure(trial).toJson());
      }
    }
  }

  private List<Workload> workloads(Engine engine) {
    List<Workload> all = Workloads.all(engine.policy(), form == null ? engine.form() : form);
    List<String> known = all.stream().map(Workload::name).toList();
    for (String name : names) {
      if (!known.contains(name)) {
        throw new CommandFailedException(
            "There is no workload '" + name + "'; there are " + String.join(", ", known));
      }
    }
    return all.stream().filter(it -> names.isEmpty() || names.contains(it.name())).toList();
  }

  private static Function<ThreadId, Optional<HistorySize>> histories(ApplicationContext context) {
    Optional<TemporalConnection> server =
        context.getBeanProvider(TemporalConnection.class).stream().findFirst();
    return thread -> server.flatMap(connection -> HistorySize.find(connection, thread));
  }

  private ConfigurableApplicationContext start(List<Workload> workloads) {
    List<Graph> graphs = workloads.stream().map(Workload::graph).distinct().toList();
    Map<String, Object> properties = new LinkedHashMap<>();
    // A queue of its own: workers of the same server that do not know these graphs stay out
    properties.put("evergraph.temporal.task-queue", "evergraph-bench-" + UUID.randomUUID());
    properties.putAll(runtime.properties());
    return EvergraphApplication.start(WebApplicationType.NONE, properties, graphs, verbose());
  }

  enum Placement {
    REMOTE,
    LOCAL,
    ADAPTIVE
  }

  private record Engine(String label, NodePolicy policy, RunMode form, Duration budget) {
    static Engine inMemory() {
      return new Engine(
          "evergraph-memory", NodePolicy.DEFAULT, RunMode.ALONE, Duration.ofSeconds(3));
    }

    static Engine temporal(Placement placement) {
      return switch (placement) {
        case REMOTE -> temporal("", NodePolicy.DEFAULT);
        case LOCAL -> temporal("-local", NodePolicy.builder().local().build());
        case ADAPTIVE -> temporal("-adaptive", NodePolicy.builder().adaptive().build());
      };
    }

    private static Engine temporal(String suffix, NodePolicy policy) {
      return new Engine(
          "evergraph-temporal" + suffix, policy, RunMode.THREAD, Duration.ofSeconds(10));
    }
  }
}

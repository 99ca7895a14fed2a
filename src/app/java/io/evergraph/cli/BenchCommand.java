package io.evergraph.cli;

import io.evergraph.demo.bench.Bench;
import io.evergraph.demo.bench.RuntimeTrial;
import io.evergraph.demo.bench.Trial;
import io.evergraph.demo.bench.Workload;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.ThreadId;
import io.evergraph.temporal.HistorySize;
import io.evergraph.temporal.TemporalConnection;
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

/** Figures of the runtimes, one line of JSON per workload. */
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
      names = "--reps",
      paramLabel = "N",
      description =
          "How often each is repeated once its figures are steady; if not given, for 3 seconds in"
              + " memory and 10 seconds on Temporal, at least 6 times.")
  private @Nullable Integer reps;

  @Override
  public Integer call() {
    if (reps != null && reps < 1) {
      throw new CommandFailedException("Expected 1 or more as --reps but found " + reps + ".");
    }
    engines().forEach(this::measure);
    return 0;
  }

  private List<BenchEngine> engines() {
    if (runtime.kind() == RuntimeOption.Kind.MEMORY) {
      return List.of(BenchEngine.MEMORY);
    }
    return placement == null
        ? List.of(BenchEngine.TEMPORAL, BenchEngine.TEMPORAL_LOCAL)
        : List.of(placement.engine());
  }

  private void measure(BenchEngine engine) {
    engine.workloads(names).forEach(workload -> measure(engine, workload));
  }

  /** Each gets a runtime of its own: the threads of the others would fill its memory. */
  private void measure(BenchEngine engine, Workload workload) {
    OptionalInt fixed = reps == null ? OptionalInt.empty() : OptionalInt.of(reps);
    try (ConfigurableApplicationContext context = start(workload)) {
      GraphRuntime measured = context.getBean(GraphRuntime.class);
      Trial trial = new RuntimeTrial(engine.label(), workload, measured, histories(context));
      out().println(Bench.of(engine.budget(), fixed).measure(trial).toJson());
      out().flush();
    }
  }

  private static Function<ThreadId, Optional<HistorySize>> histories(ApplicationContext context) {
    Optional<TemporalConnection> server =
        context.getBeanProvider(TemporalConnection.class).stream().findFirst();
    return thread -> server.map(connection -> connection.historySize(thread));
  }

  private ConfigurableApplicationContext start(Workload workload) {
    Map<String, Object> properties = new LinkedHashMap<>();
    // A queue of its own: workers of the same server that do not know these graphs stay out
    properties.put("evergraph.temporal.task-queue", "evergraph-bench-" + UUID.randomUUID());
    properties.putAll(runtime.properties());
    return EvergraphApplication.start(
        WebApplicationType.NONE, properties, List.of(workload.graph()), verbose());
  }

  enum Placement {
    REMOTE {
      @Override
      BenchEngine engine() {
        return BenchEngine.TEMPORAL;
      }
    },
    LOCAL {
      @Override
      BenchEngine engine() {
        return BenchEngine.TEMPORAL_LOCAL;
      }
    },
    ADAPTIVE {
      @Override
      BenchEngine engine() {
        return BenchEngine.TEMPORAL_ADAPTIVE;
      }
    };

    abstract BenchEngine engine();
  }
}

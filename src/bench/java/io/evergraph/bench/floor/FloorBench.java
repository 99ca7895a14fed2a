package io.evergraph.bench.floor;

import io.evergraph.demo.bench.Bench;
import io.evergraph.demo.bench.Figures;
import io.evergraph.demo.bench.HistorySize;
import io.evergraph.demo.bench.Trial;
import io.evergraph.demo.bench.Workload;
import io.evergraph.demo.bench.Workloads;
import io.evergraph.graph.NodePolicy;
import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.temporal.GraphWorker;
import io.evergraph.temporal.TemporalRuntime;
import io.evergraph.temporal.connection.TemporalConnection;
import io.evergraph.temporal.connection.TemporalOptions;
import io.temporal.api.enums.v1.EventType;
import io.temporal.client.WorkflowFailedException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures Evergraph and hand-written workflows in turns on one server. */
@Command(
    name = "floor",
    description =
        "Measures every workload by hand-written workflows and by Evergraph, in turns, and prints"
            + " a line of JSON for each and their ratio.")
public final class FloorBench implements Callable<Integer> {
  private static final int SHORT = 6;

  @Option(names = "--temporal", required = true, description = "HOST:PORT of the server.")
  private String target = "";

  @Option(names = "--workload", split = ",", description = "Which workloads; all if not given.")
  private List<String> names = List.of();

  @Option(
      names = "--placement",
      description = "remote, local or adaptive (beside local ones by hand); all if not given.")
  private @Nullable String placement;

  @Option(names = "--seconds", description = "How long each is repeated, ${DEFAULT-VALUE}.")
  private long seconds = 10;

  @Option(names = "--reps", description = "How often each is repeated, instead.")
  private @Nullable Integer reps;

  @Option(
      names = "--warm-up",
      description = "How many seconds it may take to become steady, ${DEFAULT-VALUE}.")
  private long warmUp = 90;

  private FloorBench() {}

  /** Runs the command. */
  public static void main(String... arguments) {
    System.exit(new CommandLine(new FloorBench()).execute(arguments));
  }

  @Override
  public Integer call() {
    if (placement == null || placement.equals("remote")) {
      measure(Placed.REMOTE, "evergraph-temporal", NodePolicy.DEFAULT);
    }
    if (placement == null || placement.equals("local")) {
      measure(Placed.LOCAL, "evergraph-temporal-local", NodePolicy.builder().local().build());
    }
    if (placement == null || placement.equals("adaptive")) {
      NodePolicy adaptive = NodePolicy.builder().adaptive().build();
      measure(Placed.LOCAL, "evergraph-temporal-adaptive", adaptive);
    }
    return 0;
  }

  private void measure(Placed placed, String engine, NodePolicy policy) {
    List<Workload> workloads = Workloads.all(policy);
    GraphRegistry graphs = new GraphRegistry();
    workloads.forEach(workload -> graphs.register(workload.graph()));
    try (TemporalConnection connection = TemporalConnection.open(options(), StateCodec.create());
        GraphWorker worker = new GraphWorker(connection, graphs);
        TemporalRuntime runtime = new TemporalRuntime(connection, graphs);
        Floor floor = new Floor(connection, Floor.REACT_TURNS)) {
      worker.start();
      for (Trial byHand : floor.trials(placed)) {
        workloads.stream()
            .filter(it -> it.name().equals(byHand.workload()))
            .filter(it -> names.isEmpty() || names.contains(it.name()))
            .map(it -> Trial.of(engine, it, runtime, of -> size(connection, of)))
            .forEach(ours -> measure(byHand, ours));
      }
    }
  }

  private static Optional<HistorySize> size(TemporalConnection connection, ThreadId thread) {
    return Optional.of(HistorySize.of(connection, thread));
  }

  private TemporalOptions options() {
    return TemporalOptions.builder().target(target).taskQueue(queue("graph")).build();
  }

  /** Its name stands in two events of every step: as short as those that people give. */
  static String queue(String kind) {
    return kind + "-" + UUID.randomUUID().toString().substring(0, SHORT);
  }

  private void measure(Trial byHand, Trial ours) {
    Bench bench = new Bench(Duration.ofSeconds(seconds), repetitions(), Duration.ofSeconds(warmUp));
    try {
      List<Figures> figures = bench.measure(List.of(byHand, ours));
      figures.forEach(it -> System.out.println(it.toJson()));
      System.out.println(ratio(figures.get(0), figures.get(1)));
    } catch (WorkflowFailedException ended) {
      if (ended.getWorkflowCloseEventType() != EventType.EVENT_TYPE_WORKFLOW_EXECUTION_TERMINATED) {
        throw ended;
      }
      System.out.println(notMeasured(byHand, ended));
      System.out.println(bench.measure(ours).toJson());
    }
  }

  private OptionalInt repetitions() {
    return reps == null ? OptionalInt.empty() : OptionalInt.of(reps);
  }

  /**
   * By hand in local activities a workflow task of {@code react100} is more than a server takes.
   */
  private static String notMeasured(Trial byHand, WorkflowFailedException ended) {
    return "{\"engine\":\"%s\",\"workload\":\"%s\",\"not_measured\":\"%s\"}"
        .formatted(byHand.engine(), byHand.workload(), ended.getWorkflowCloseEventType());
  }

  private static String ratio(Figures byHand, Figures ours) {
    return "{\"workload\":\"%s\",\"ratio\":%.3f,\"of\":\"%s / %s\"}"
        .formatted(
            ours.workload(), ours.median() / byHand.median(), ours.engine(), byHand.engine());
  }
}

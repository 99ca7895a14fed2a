package io.evergraph.bench.floor;

import io.evergraph.backend.file.FileBlobStore;
import io.evergraph.demo.bench.HistorySize;
import io.evergraph.demo.bench.Sample;
import io.evergraph.demo.bench.Workload;
import io.evergraph.demo.bench.Workloads;
import io.evergraph.graph.NodePolicy;
import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.RunMode;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.temporal.GraphWorker;
import io.evergraph.temporal.TemporalRuntime;
import io.evergraph.temporal.connection.TemporalConnection;
import io.evergraph.temporal.connection.TemporalOptions;
import io.temporal.worker.WorkerFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures what a turn of an agent costs as its chat grows, in time and in history. */
@Command(
    name = "turns",
    description =
        "Runs an agent for so many turns by Evergraph, and by a hand-written workflow as far as"
            + " that goes, and prints a line of JSON for each.")
public final class TurnsBench implements Callable<Integer> {
  private static final int TENTH = 10;
  private static final int WARM_UP = 20;

  @Option(names = "--temporal", required = true, description = "HOST:PORT of the server.")
  private String target = "";

  @Option(names = "--turns", split = ",", description = "How many turns, ${DEFAULT-VALUE}.")
  private List<Integer> turns = List.of(10, 100, 1000);

  @Option(
      names = "--by-hand",
      description = "The most turns of the hand-written workflow, ${DEFAULT-VALUE}.")
  private int byHand = 100;

  @Option(
      names = "--blobs",
      description = "A folder in which large values are kept; without, they travel as they are.")
  private @Nullable Path blobs;

  private final Queues queues = Queues.fresh();
  private final List<Long> times = Collections.synchronizedList(new ArrayList<>());

  private TurnsBench() {}

  /** Runs the command. */
  public static void main(String... arguments) {
    System.exit(new CommandLine(new TurnsBench()).execute(arguments));
  }

  @Override
  public Integer call() {
    try (TemporalConnection connection = TemporalConnection.open(options(), StateCodec.create())) {
      turns.stream().filter(many -> many <= byHand).forEach(many -> byHand(connection, many));
      turns.forEach(many -> ours(connection, many));
    }
    return 0;
  }

  private TemporalOptions options() {
    TemporalOptions.Builder options =
        TemporalOptions.builder().target(target).taskQueue(queues.graphs());
    return blobs == null ? options.build() : options.blobs(new FileBlobStore(blobs)).build();
  }

  private void byHand(TemporalConnection connection, int many) {
    WorkerFactory worker = Workers.byHand(connection, queues, many);
    try {
      CallerByHand caller =
          new CallerByHand(connection.client(), queues.byHand(), RunMode.ALONE, Placed.REMOTE);
      int unused = caller.chat(ThreadId.random());
      ThreadId thread = ThreadId.random();
      long begun = System.nanoTime();
      unused = caller.chat(thread);
      double milliseconds = (System.nanoTime() - begun) / 1e6;
      HistorySize history = HistorySize.find(connection, thread).orElseThrow();
      System.out.printf(
          "{\"engine\":\"hand-written\",\"turns\":%d,\"ms\":%.0f,\"history_bytes\":%d,"
              + "\"bytes_per_turn\":%d}%n",
          many, milliseconds, history.bytes(), history.bytes() / many);
    } finally {
      worker.shutdownNow();
    }
  }

  private void ours(TemporalConnection connection, int many) {
    Workload first = Workloads.turns(WARM_UP, NodePolicy.DEFAULT, RunMode.ALONE, () -> {});
    Workload measured =
        Workloads.turns(
            many, NodePolicy.DEFAULT, RunMode.ALONE, () -> times.add(System.nanoTime()));
    GraphRegistry graphs = GraphRegistry.of(first.graph(), measured.graph());
    try (GraphWorker worker = new GraphWorker(connection, graphs);
        TemporalRuntime runtime = new TemporalRuntime(connection, graphs)) {
      worker.start();
      Sample unused = first.once(runtime);
      times.clear();
      Sample sample = measured.once(runtime);
      print(many, sample, HistorySize.find(connection, sample.thread()).orElseThrow());
    }
  }

  /** The first tenth of the turns, and the last. */
  private void print(int many, Sample sample, HistorySize history) {
    int part = Math.max(2, many / TENTH);
    System.out.printf(
        "{\"engine\":\"evergraph-temporal\",\"turns\":%d,\"ms\":%.0f,"
            + "\"ms_per_turn_of_first_%d\":%.2f,\"ms_per_turn_of_last_%d\":%.2f,"
            + "\"history_bytes\":%d,\"bytes_per_turn\":%d}%n",
        many,
        sample.figure(),
        part,
        perTurn(times.subList(0, part)),
        part,
        perTurn(times.subList(times.size() - part, times.size())),
        history.bytes(),
        history.bytes() / many);
  }

  private static double perTurn(List<Long> some) {
    return (some.get(some.size() - 1) - some.get(0)) / 1e6 / (some.size() - 1);
  }
}

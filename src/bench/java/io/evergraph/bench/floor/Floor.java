package io.evergraph.bench.floor;

import io.evergraph.demo.bench.HistorySize;
import io.evergraph.demo.bench.Sample;
import io.evergraph.demo.bench.Trial;
import io.evergraph.demo.bench.Workload.Metric;
import io.evergraph.demo.bench.WrongResultException;
import io.evergraph.runtime.ThreadId;
import io.evergraph.temporal.connection.TemporalConnection;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkerFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The hand-written workflows with a worker of their own, and the trials that measure them. */
final class Floor implements AutoCloseable {
  private static final int RUNS = 300;
  private static final int IN_FLIGHT = 32;
  static final int REACT_TURNS = 100;

  private final TemporalConnection connection;
  private final String queue = FloorBench.queue("floor");
  private final WorkerFactory workers;

  /**
   * Starts a worker with the defaults of the SDK.
   *
   * @param turns how often the model of the chat calls its tool
   */
  Floor(TemporalConnection connection, int turns) {
    this.connection = connection;
    this.workers = WorkerFactory.newInstance(connection.client());
    Worker worker = workers.newWorker(queue);
    worker.registerWorkflowImplementationTypes(WorkflowsByHand.all());
    worker.registerActivitiesImplementations(new StepsByHand(turns));
    workers.start();
  }

  /** Returns the trials of the same workloads that the benchmark has. */
  List<Trial> trials(Placed placed) {
    List<Trial> all = new ArrayList<>();
    all.add(timed("chain3", placed, thread -> chain(thread, 3, placed)));
    all.add(timed("fan5", placed, thread -> fanOut(thread, 5, placed)));
    all.add(timed("seq1000", placed, thread -> chain(thread, 1000, placed)));
    all.add(timed("fan100", placed, thread -> fanOut(thread, 100, placed)));
    all.add(timed("react100", placed, thread -> chat(thread, placed)));
    all.add(trial("hitl", placed, Metric.MILLISECONDS, thread -> answer(thread, placed)));
    all.add(trial("tput", placed, Metric.RUNS_PER_SECOND, thread -> manyChains(thread, placed)));
    return List.copyOf(all);
  }

  private static String engine(Placed placed) {
    return placed == Placed.REMOTE ? "hand-written" : "hand-written-local";
  }

  private Trial trial(
      String workload, Placed placed, Metric metric, ToDoubleFunction<ThreadId> timed) {
    return new Trial(
        engine(placed),
        workload,
        metric,
        () -> once(timed),
        thread -> Optional.of(HistorySize.of(connection, thread)));
  }

  private static Sample once(ToDoubleFunction<ThreadId> timed) {
    ThreadId thread = ThreadId.random();
    return new Sample(timed.applyAsDouble(thread), thread);
  }

  private Trial timed(String workload, Placed placed, Function<ThreadId, Object> run) {
    Object expected = expected(workload);
    return trial(
        workload,
        placed,
        Metric.MILLISECONDS,
        thread -> {
          long begun = System.nanoTime();
          Object found = run.apply(thread);
          double milliseconds = (System.nanoTime() - begun) / 1e6;
          check(workload, expected, found);
          return milliseconds;
        });
  }

  private static Object expected(String workload) {
    return switch (workload) {
      case "chain3" -> 3;
      case "seq1000" -> 1000;
      case "fan5" -> itemsAndCount(5);
      case "fan100" -> itemsAndCount(100);
      case "react100" -> 2 * REACT_TURNS + 2;
      default -> throw new IllegalArgumentException("No workload " + workload);
    };
  }

  private static List<Integer> itemsAndCount(int width) {
    return IntStream.rangeClosed(0, width).boxed().toList();
  }

  private static void check(String workload, Object expected, Object found) {
    if (!expected.equals(found)) {
      throw new WrongResultException(workload, expected, found);
    }
  }

  private int chain(ThreadId thread, int steps, Placed placed) {
    return stub(Workflows.Chain.class, thread).run(steps, placed);
  }

  private List<Integer> fanOut(ThreadId thread, int width, Placed placed) {
    return stub(Workflows.FanOut.class, thread).run(width, placed);
  }

  int chat(ThreadId thread, Placed placed) {
    return stub(Workflows.Chat.class, thread).run(StepsByHand.QUESTION, placed);
  }

  private double answer(ThreadId thread, Placed placed) {
    Workflows.Approval waiting = stub(Workflows.Approval.class, thread);
    WorkflowStub run = WorkflowStub.fromTyped(waiting);
    WorkflowClient.start(waiting::run, placed);
    while (waiting.question().isEmpty()) {
      Thread.onSpinWait();
    }
    long begun = System.nanoTime();
    waiting.answer("yes");
    String result = run.getResult(String.class);
    double milliseconds = (System.nanoTime() - begun) / 1e6;
    check("hitl", "yes", result);
    return milliseconds;
  }

  private double manyChains(ThreadId first, Placed placed) {
    ExecutorService callers = Executors.newFixedThreadPool(IN_FLIGHT);
    try {
      long begun = System.nanoTime();
      List<CompletableFuture<Integer>> all =
          Stream.iterate(first, any -> ThreadId.random())
              .limit(RUNS)
              .map(id -> CompletableFuture.supplyAsync(() -> chain(id, 3, placed), callers))
              .toList();
      all.forEach(run -> check("tput", 3, run.join()));
      return RUNS / ((System.nanoTime() - begun) / 1e9);
    } finally {
      callers.shutdownNow();
    }
  }

  private <T> T stub(Class<T> type, ThreadId thread) {
    return connection
        .client()
        .newWorkflowStub(
            type,
            WorkflowOptions.newBuilder().setTaskQueue(queue).setWorkflowId(thread.value()).build());
  }

  @Override
  public void close() {
    workers.shutdownNow();
  }
}

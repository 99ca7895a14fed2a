package io.evergraph.bench.floor;

import io.evergraph.demo.bench.HistorySize;
import io.evergraph.demo.bench.Sample;
import io.evergraph.demo.bench.Trial;
import io.evergraph.demo.bench.Workload.Metric;
import io.evergraph.demo.bench.WrongResultException;
import io.evergraph.runtime.ThreadId;
import io.evergraph.temporal.connection.TemporalConnection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The trials of the hand-written workflows: the same workloads that the benchmark has. */
record Floor(TemporalConnection connection, CallerByHand caller) {
  private static final int RUNS = 128;
  private static final int IN_FLIGHT = 32;
  static final int REACT_TURNS = 100;

  List<Trial> trials() {
    return List.of(
        timed("chain3", 3, thread -> caller.chain(thread, 3)),
        timed("fan5", itemsAndCount(5), thread -> caller.fanOut(thread, 5)),
        timed("seq1000", 1000, thread -> caller.chain(thread, 1000)),
        timed("fan100", itemsAndCount(100), thread -> caller.fanOut(thread, 100)),
        timed("react100", 2 * REACT_TURNS + 2, caller::chat),
        trial("hitl", Metric.MILLISECONDS, this::answer),
        trial("tput", Metric.RUNS_PER_SECOND, this::manyChains));
  }

  private Trial trial(String workload, Metric metric, ToDoubleFunction<ThreadId> timed) {
    return new Trial(
        "hand-written",
        workload,
        metric,
        () -> once(timed),
        thread -> HistorySize.find(connection, thread));
  }

  private static Sample once(ToDoubleFunction<ThreadId> timed) {
    ThreadId thread = ThreadId.random();
    return new Sample(timed.applyAsDouble(thread), thread);
  }

  private Trial timed(String workload, Object expected, Function<ThreadId, Object> run) {
    return trial(
        workload,
        Metric.MILLISECONDS,
        thread -> timed(workload, expected, (Supplier<Object>) () -> run.apply(thread)));
  }

  private static double timed(String workload, Object expected, Supplier<?> run) {
    long begun = System.nanoTime();
    Object found = run.get();
    double milliseconds = (System.nanoTime() - begun) / 1e6;
    check(workload, expected, found);
    return milliseconds;
  }

  private static List<Integer> itemsAndCount(int width) {
    return IntStream.rangeClosed(0, width).boxed().toList();
  }

  private static void check(String workload, Object expected, Object found) {
    if (!expected.equals(found)) {
      throw new WrongResultException(workload, expected, found);
    }
  }

  private double answer(ThreadId thread) {
    return timed("hitl", "yes", caller.asked(thread));
  }

  private double manyChains(ThreadId first) {
    ExecutorService callers = Executors.newFixedThreadPool(IN_FLIGHT);
    try {
      long begun = System.nanoTime();
      List<CompletableFuture<Integer>> all =
          Stream.iterate(first, any -> ThreadId.random())
              .limit(RUNS)
              .map(id -> CompletableFuture.supplyAsync(() -> caller.chain(id, 3), callers))
              .toList();
      all.forEach(run -> check("tput", 3, run.join()));
      return RUNS / ((System.nanoTime() - begun) / 1e9);
    } finally {
      callers.shutdownNow();
    }
  }
}

package io.evergraph.bench.floor;

import io.evergraph.demo.bench.ConcurrentRuns;
import io.evergraph.demo.bench.HistorySize;
import io.evergraph.demo.bench.Sample;
import io.evergraph.demo.bench.Trial;
import io.evergraph.demo.bench.Workload.Metric;
import io.evergraph.demo.bench.WrongResultException;
import io.evergraph.runtime.ThreadId;
import io.evergraph.temporal.connection.TemporalConnection;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** The trials of the hand-written workflows: the same workloads that the benchmark has. */
record Floor(TemporalConnection connection, CallerByHand caller) {
  static final int REACT_TURNS = 100;

  List<Trial> trials() {
    return List.of(
        timed("chain3", 3, thread -> caller.chain(thread, 3)),
        timed("fan5", itemsAndCount(5), thread -> caller.fanOut(thread, 5)),
        timed("seq1000", 1000, thread -> caller.chain(thread, 1000)),
        timed("fan100", itemsAndCount(100), thread -> caller.fanOut(thread, 100)),
        timed("react100", 2 * REACT_TURNS + 2, caller::chat),
        trial("hitl", Metric.MILLISECONDS, () -> once(this::answer)),
        trial("tput", Metric.RUNS_PER_SECOND, this::manyChains));
  }

  private Trial trial(String workload, Metric metric, Supplier<Sample> run) {
    return new Trial(
        "hand-written", workload, metric, run, thread -> HistorySize.find(connection, thread));
  }

  private static Sample once(ToDoubleFunction<ThreadId> timed) {
    ThreadId thread = ThreadId.random();
    return new Sample(timed.applyAsDouble(thread), thread);
  }

  private Trial timed(String workload, Object expected, Function<ThreadId, Object> run) {
    return trial(
        workload,
        Metric.MILLISECONDS,
        () -> once(thread -> timed(workload, expected, () -> run.apply(thread))));
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

  private Sample manyChains() {
    return ConcurrentRuns.ON_SERVER.measure(
        () -> once(thread -> timed("tput", 3, () -> caller.chain(thread, 3))));
  }

  private double answer(ThreadId thread) {
    return timed("hitl", "yes", caller.asked(thread));
  }
}

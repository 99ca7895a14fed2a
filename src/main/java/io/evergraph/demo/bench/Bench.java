package io.evergraph.demo.bench;

import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.ThreadId;
import io.evergraph.temporal.HistorySize;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;

/**
 * Measures workloads on one runtime: runs for warming up, then repetitions that count.
 *
 * @param engine the name under which the figures are printed
 * @param runtime what runs the workloads; it knows their graphs
 * @param histories finds the history of a thread
 * @param budget how long one workload is repeated when no number is given
 * @param reps how often it is repeated
 */
public record Bench(
    String engine,
    GraphRuntime runtime,
    Function<ThreadId, Optional<HistorySize>> histories,
    Duration budget,
    OptionalInt reps) {
  private static final int FEWEST = 3;
  private static final int MOST = 1000;

  /**
   * Measures one workload.
   *
   * @throws WrongResultException when one of its runs ends otherwise than it must
   */
  public Figures measure(Workload workload) {
    warmUp(workload);
    List<Sample> samples = new ArrayList<>();
    long end = System.nanoTime() + budget.toNanos();
    while (goesOn(samples.size(), end)) {
      samples.add(workload.once(runtime));
    }
    double[] all = samples.stream().mapToDouble(Sample::figure).toArray();
    ThreadId last = samples.get(samples.size() - 1).thread();
    return Figures.of(engine, workload, all, histories.apply(last));
  }

  private void warmUp(Workload workload) {
    long end = System.nanoTime() + budget.toNanos();
    do {
      workload.once(runtime);
    } while (System.nanoTime() < end);
  }

  private boolean goesOn(int done, long end) {
    if (reps.isPresent()) {
      return done < reps.getAsInt();
    }
    return done < FEWEST || (done < MOST && System.nanoTime() < end);
  }
}

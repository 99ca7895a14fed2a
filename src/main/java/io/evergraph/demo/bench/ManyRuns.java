package io.evergraph.demo.bench;

import io.evergraph.graph.Graph;
import io.evergraph.runtime.GraphRuntime;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;

/**
 * Counts how many runs end in a second when several are in flight.
 *
 * @param name the name of the workload
 * @param one what each run does
 * @param runs how many are run
 * @param inFlight how many at once
 */
record ManyRuns(String name, Workload one, int runs, int inFlight) implements Workload {

  @Override
  public Metric metric() {
    return Metric.RUNS_PER_SECOND;
  }

  @Override
  public Graph graph() {
    return one.graph();
  }

  @Override
  public Sample once(GraphRuntime runtime) {
    ExecutorService callers = Executors.newFixedThreadPool(inFlight);
    try {
      long begun = System.nanoTime();
      List<CompletableFuture<Sample>> all =
          Stream.generate(() -> CompletableFuture.supplyAsync(() -> one.once(runtime), callers))
              .limit(runs)
              .toList();
      List<Sample> samples = all.stream().map(CompletableFuture::join).toList();
      double seconds = (System.nanoTime() - begun) / 1e9;
      return new Sample(runs / seconds, samples.get(0).thread());
    } finally {
      callers.shutdownNow();
    }
  }
}

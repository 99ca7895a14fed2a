package io.evergraph.demo.bench;

import static java.util.concurrent.CompletableFuture.supplyAsync;

import io.evergraph.graph.Graph;
import io.evergraph.runtime.GraphRuntime;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Phaser;
import java.util.stream.IntStream;

/**
 * Counts how many runs end in a second when several are in flight.
 *
 * @param runs how many are run, at least as many as at once
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
    Start start = new Start(inFlight);
    try {
      List<CompletableFuture<Sample>> all =
          IntStream.range(0, inFlight)
              .map(caller -> (runs + caller) / inFlight)
              .mapToObj(share -> supplyAsync(() -> share(share, start, runtime), callers))
              .toList();
      List<Sample> samples = all.stream().map(CompletableFuture::join).toList();
      double seconds = (System.nanoTime() - start.begun) / 1e9;
      return new Sample(runs / seconds, samples.get(0).thread());
    } finally {
      callers.shutdownNow();
    }
  }

  private Sample share(int share, Start start, GraphRuntime runtime) {
    int unused = start.arriveAndAwaitAdvance();
    Sample last = one.once(runtime);
    for (int run = 1; run < share; run++) {
      last = one.once(runtime);
    }
    return last;
  }

  /** Has all callers begin at once: to start their threads is no part of a run. */
  private static final class Start extends Phaser {
    private volatile long begun;

    Start(int callers) {
      super(callers);
    }

    @Override
    protected boolean onAdvance(int phase, int callers) {
      begun = System.nanoTime();
      return false;
    }
  }
}

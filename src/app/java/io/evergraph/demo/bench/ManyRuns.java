package io.evergraph.demo.bench;

import io.evergraph.graph.Graph;
import io.evergraph.runtime.GraphRuntime;

/** Counts how many runs end in a second when several are in flight. */
record ManyRuns(String name, Workload one, ConcurrentRuns runs) implements Workload {

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
    return runs.measure(() -> one.once(runtime));
  }
}

package io.evergraph.demo.bench;

import io.evergraph.graph.Graph;
import io.evergraph.runtime.GraphRuntime;

/** How long it takes to delete a thread after its run. */
record ThreadDeleted(Workload before) implements Workload {

  @Override
  public String name() {
    return "delete";
  }

  @Override
  public Graph graph() {
    return before.graph();
  }

  @Override
  public Sample once(GraphRuntime runtime) {
    Sample run = before.once(runtime);
    long begun = System.nanoTime();
    runtime.delete(run.thread());
    return new Sample((System.nanoTime() - begun) / 1e6, run.thread());
  }
}

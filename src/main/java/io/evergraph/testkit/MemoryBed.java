package io.evergraph.testkit;

import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.memory.InMemoryRuntime;
import java.time.Duration;

/** In this process, with a clock that a test moves. */
final class MemoryBed implements TestBed {
  private final VirtualClock clock = VirtualClock.now();
  private final InMemoryRuntime runtime;

  MemoryBed(GraphRegistry graphs) {
    this.runtime = InMemoryRuntime.builder(graphs).clock(clock).timer(clock).build();
  }

  @Override
  public GraphRuntime runtime() {
    return runtime;
  }

  @Override
  public void pass(Duration time) {
    clock.advance(time);
  }

  /** The process is the worker: it would take its threads along. */
  @Override
  public void replaceWorker() {}

  @Override
  public int replacedWorkers() {
    return 0;
  }

  @Override
  public void close() {
    runtime.close();
  }
}

package io.evergraph.testkit;

import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadSnapshot;
import io.evergraph.runtime.memory.InMemoryRuntime;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

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
  public void pass(ThreadId thread, Duration time) {
    Instant end = clock.instant().plus(time);
    for (Optional<Instant> due = clock.due(end); due.isPresent(); due = clock.due(end)) {
      clock.advanceTo(due.get());
      awaitRest(thread); // it may set the next alarm
    }
    clock.advanceTo(end);
  }

  /** A thread that waits does not know at once that one goes on which works for it. */
  private void awaitRest(ThreadId thread) {
    try {
      runtime.awaitReports();
    } catch (InterruptedException interrupted) {
      throw Recording.interrupted(interrupted);
    }
    ThreadSnapshot unused = Recording.atRest(runtime, thread);
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

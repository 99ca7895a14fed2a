package io.evergraph.demo.bench;

import io.evergraph.demo.bench.Workload.Metric;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.ThreadId;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A workload in the hands of something that runs it: what is measured, again and again.
 *
 * @param histories finds the history of a thread that was run; empty where none is kept
 */
public record Trial(
    String engine,
    String workload,
    Metric metric,
    Supplier<Sample> run,
    Function<ThreadId, Optional<HistorySize>> histories) {

  /** Returns the trial of a workload on a runtime that knows its graph. */
  public static Trial of(
      String engine,
      Workload workload,
      GraphRuntime runtime,
      Function<ThreadId, Optional<HistorySize>> histories) {
    return new Trial(
        engine, workload.name(), workload.metric(), () -> workload.once(runtime), histories);
  }

  Sample once() {
    return run.get();
  }

  Optional<HistorySize> history(ThreadId thread) {
    return histories.apply(thread);
  }
}

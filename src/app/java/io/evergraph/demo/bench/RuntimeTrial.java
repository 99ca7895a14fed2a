package io.evergraph.demo.bench;

import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.ThreadId;
import io.evergraph.temporal.HistorySize;
import java.util.Optional;
import java.util.function.Function;

/**
 * A workload on a runtime.
 *
 * @param engine the name under which the figures are printed
 * @param task the workload
 * @param runtime what runs it; it knows its graph
 * @param histories finds the history of a thread
 */
public record RuntimeTrial(
    String engine,
    Workload task,
    GraphRuntime runtime,
    Function<ThreadId, Optional<HistorySize>> histories)
    implements Trial {

  @Override
  public String workload() {
    return task.name();
  }

  @Override
  public Workload.Metric metric() {
    return task.metric();
  }

  @Override
  public Sample once() {
    return task.once(runtime);
  }

  @Override
  public Optional<HistorySize> history(ThreadId thread) {
    return histories.apply(thread);
  }
}

package io.evergraph.bench.floor;

import io.evergraph.demo.bench.Sample;
import io.evergraph.demo.bench.Trial;
import io.evergraph.demo.bench.Workload.Metric;
import io.evergraph.runtime.ThreadId;
import io.evergraph.temporal.client.HistorySize;
import io.evergraph.temporal.connection.TemporalConnection;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * A workload as a hand-written workflow.
 *
 * @param engine the name under which its figures are printed
 * @param workload the name of the workload
 * @param metric the unit of its figures
 * @param connection the server
 * @param timed runs the workflow of the given id and returns the figure
 */
record FloorTrial(
    String engine,
    String workload,
    Metric metric,
    TemporalConnection connection,
    ToDoubleFunction<ThreadId> timed)
    implements Trial {

  @Override
  public Sample once() {
    ThreadId thread = ThreadId.random();
    return new Sample(timed.applyAsDouble(thread), thread);
  }

  @Override
  public Optional<HistorySize> history(ThreadId thread) {
    return Optional.of(connection.historySize(thread));
  }
}

package io.evergraph.testkit;

import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.ThreadId;
import io.evergraph.temporal.GraphWorker;
import io.evergraph.temporal.TemporalRuntime;
import io.evergraph.temporal.connection.TemporalConnection;
import java.time.Duration;

/** On a Temporal server, with one worker at a time. */
final class TemporalBed implements TestBed {
  /** A workflow task that is cut off would be missed for ten seconds; this is enough for one. */
  private static final Duration A_MOMENT = Duration.ofMillis(200);

  private final TemporalConnection connection;
  private final GraphRegistry graphs;
  private final TemporalRuntime runtime;
  private GraphWorker worker;
  private int replaced;

  TemporalBed(TemporalConnection connection, GraphRegistry graphs) {
    this.connection = connection;
    this.graphs = graphs;
    this.runtime = new TemporalRuntime(connection, graphs);
    this.worker = started();
  }

  private GraphWorker started() {
    GraphWorker next = new GraphWorker(connection, graphs);
    next.start();
    return next;
  }

  @Override
  public GraphRuntime runtime() {
    return runtime;
  }

  @Override
  public void pass(ThreadId thread, Duration time) {
    throw new IllegalStateException(
        "Expected a run in memory, where a test moves the clock, but found one on a Temporal"
            + " server. Leave the server out, or wait.");
  }

  @Override
  public synchronized void replaceWorker() {
    worker.close(A_MOMENT);
    connection.states().clear();
    worker = started();
    replaced++;
  }

  @Override
  public synchronized int replacedWorkers() {
    return replaced;
  }

  @Override
  public synchronized void close() {
    runtime.close();
    worker.close();
    connection.close();
  }
}

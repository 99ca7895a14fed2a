package io.evergraph.spring;

import io.evergraph.runtime.GraphRegistry;
import io.evergraph.temporal.GraphWorker;
import io.evergraph.temporal.connection.TemporalConnection;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;

/**
 * The worker of an application: begins when all beans are there, before requests are taken, and
 * ends after the last request, before any bean goes. A second start makes a new worker.
 */
public final class GraphWorkerLifecycle implements SmartLifecycle {
  /** Starts earlier and stops later than the web server. */
  private static final int PHASE = SmartLifecycle.DEFAULT_PHASE - 4096;

  private final TemporalConnection connection;
  private final GraphRegistry graphs;
  private final GraphWorker.Role role;
  private @Nullable GraphWorker worker;

  GraphWorkerLifecycle(TemporalConnection connection, GraphRegistry graphs, GraphWorker.Role role) {
    this.role = role;
    this.connection = connection;
    this.graphs = graphs;
  }

  @Override
  public synchronized void start() {
    if (worker == null) {
      GraphWorker made = new GraphWorker(connection, graphs, role);
      made.start();
      worker = made;
    }
  }

  @Override
  public synchronized void stop() {
    if (worker != null) {
      worker.close();
      worker = null;
    }
  }

  @Override
  public synchronized boolean isRunning() {
    return worker != null;
  }

  @Override
  public int getPhase() {
    return PHASE;
  }

  /** Returns the task queue that it works on. */
  public String taskQueue() {
    return connection.taskQueue();
  }
}

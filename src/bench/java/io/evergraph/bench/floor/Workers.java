package io.evergraph.bench.floor;

import io.evergraph.demo.bench.Workload;
import io.evergraph.demo.bench.Workloads;
import io.evergraph.graph.NodePolicy;
import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.RunMode;
import io.evergraph.temporal.GraphWorker;
import io.evergraph.temporal.connection.TemporalConnection;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkerFactory;

/** A worker of the measured graphs, and one of the hand-written workflows. */
final class Workers implements AutoCloseable {
  private final GraphWorker graphs;
  private final WorkerFactory byHand;

  /** Starts workers with the defaults of the library and of the SDK. */
  Workers(TemporalConnection connection, Queues queues, NodePolicy policy) {
    this.graphs = new GraphWorker(connection, registry(policy));
    this.graphs.start();
    this.byHand = byHand(connection, queues, Floor.REACT_TURNS);
  }

  /**
   * Starts a worker of the hand-written workflows.
   *
   * @param turns how often the model of the chat calls its tool
   */
  static WorkerFactory byHand(TemporalConnection connection, Queues queues, int turns) {
    WorkerFactory workers = WorkerFactory.newInstance(connection.client());
    Worker worker = workers.newWorker(queues.byHand());
    worker.registerWorkflowImplementationTypes(WorkflowsByHand.all());
    worker.registerActivitiesImplementations(new StepsByHand(turns));
    workers.start();
    return workers;
  }

  /** The graphs of a workload are the same in all modes. */
  static GraphRegistry registry(NodePolicy policy) {
    GraphRegistry graphs = new GraphRegistry();
    Workloads.onServer(policy, RunMode.THREAD).stream()
        .map(Workload::graph)
        .forEach(graphs::register);
    return graphs;
  }

  @Override
  public void close() {
    graphs.close();
    byHand.shutdownNow();
  }
}

package io.evergraph.temporal;

import io.evergraph.graph.Graph;
import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.runtime.spi.LocalStore;
import io.evergraph.temporal.connection.TemporalConnection;
import io.evergraph.temporal.connection.TemporalOptions;
import io.evergraph.temporal.protocol.ExecutionLimits;
import io.temporal.client.WorkflowStub;
import java.time.Duration;
import java.util.List;

/** A connection with one worker and one runtime on it, as a process would have them. */
public final class TemporalHouse implements AutoCloseable {
  /**
   * The first call of a cold server, and one behind many steps, takes longer than 30 s at times.
   */
  private static final Duration BUSY_MACHINE = Duration.ofMinutes(2);

  private final TemporalConnection connection;
  private final GraphRegistry graphs;
  private volatile GraphWorker worker;
  private final TemporalRuntime runtime;

  private TemporalHouse(TemporalConnection connection, Graph... known) {
    this.connection = connection;
    this.graphs = GraphRegistry.of(known);
    this.worker = new GraphWorker(connection, graphs);
    this.runtime = new TemporalRuntime(connection, graphs);
    worker.start();
  }

  /** A house with a server of its own, in this process. */
  public static TemporalHouse embedded(Graph... known) {
    return new TemporalHouse(EmbeddedTemporal.start(StateCodec.create()), known);
  }

  /** A house with a server of its own, whose executions take on little. */
  public static TemporalHouse embedded(ExecutionLimits limits, Graph... known) {
    TemporalOptions options =
        TemporalOptions.builder().limits(limits).patience(BUSY_MACHINE).build();
    return new TemporalHouse(EmbeddedTemporal.start(options, StateCodec.create()), known);
  }

  /** A house on the dev server of this JVM, with a task queue of its own. */
  public static TemporalHouse real(String taskQueue, Graph... known) {
    return real(taskQueue, TemporalOptions.builder(), known);
  }

  /** A house on the dev server of this JVM, whose executions take on little. */
  public static TemporalHouse real(String taskQueue, ExecutionLimits limits, Graph... known) {
    TemporalOptions.Builder patient = TemporalOptions.builder().patience(BUSY_MACHINE);
    return real(taskQueue, patient.limits(limits), known);
  }

  /** A house on the dev server of this JVM, with options of its own. */
  static TemporalHouse real(String taskQueue, TemporalOptions.Builder own, Graph... known) {
    TemporalOptions options =
        own.target(RealTemporal.address())
            .taskQueue(taskQueue)
            .store(new LocalStore())
            .connectTimeout(Duration.ofSeconds(30))
            .build();
    return new TemporalHouse(TemporalConnection.open(options, StateCodec.create()), known);
  }

  /** A house in a namespace of its own on the dev server of this JVM. */
  public static TemporalHouse inNamespace(
      String namespace, TemporalOptions.Builder own, Graph... known) {
    TemporalOptions options =
        own.target(RealTemporal.address())
            .namespace(RealTemporal.namespace(namespace))
            .taskQueue(namespace)
            .connectTimeout(BUSY_MACHINE)
            .build();
    return new TemporalHouse(TemporalConnection.open(options, StateCodec.create()), known);
  }

  /** A house on a connection. */
  public static TemporalHouse on(TemporalConnection connection, Graph... known) {
    return new TemporalHouse(connection, known);
  }

  /** The connection. */
  public TemporalConnection connection() {
    return connection;
  }

  /** The runtime. */
  public TemporalRuntime runtime() {
    return runtime;
  }

  /** The graphs that its worker knows. */
  GraphRegistry graphs() {
    return graphs;
  }

  /** The worker. */
  public GraphWorker worker() {
    return worker;
  }

  /** Ends the worker, with all that the process holds, and begins another one. */
  public void replaceWorker() {
    worker.close();
    forgetStates();
    GraphWorker next = new GraphWorker(connection, graphs);
    next.start();
    worker = next;
  }

  /** Drops the states that this process holds: the next read asks the thread. */
  public void forgetStates() {
    connection.states().clear();
  }

  /** Has this process take a thread as deleted, which takes no time. */
  public void takeAsDeleted(ThreadId thread) {
    WorkflowStub latest = connection.client().newUntypedWorkflowStub(thread.value());
    connection.deleted().add(List.of(latest.describe().getExecution()));
  }

  @Override
  public void close() {
    runtime.close();
    worker.close();
    connection.close();
  }
}

package io.evergraph.temporal;

import io.evergraph.graph.Graph;
import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.temporal.connection.TemporalConnection;
import io.evergraph.temporal.connection.TemporalOptions;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A worker in a process of its own, which a test kills, and the one that takes over from it. */
final class KilledWorker implements AutoCloseable {
  private final Process process;
  private final TemporalConnection connection;
  private final TemporalRuntime runtime;
  private @Nullable GraphWorker other;

  private KilledWorker(Process process, TemporalConnection connection, Graph... graphs) {
    this.process = process;
    this.connection = connection;
    this.runtime = new TemporalRuntime(connection, GraphRegistry.of(graphs));
  }

  /**
   * Starts a process that works on the agents and flows of a folder, on the real server.
   *
   * @param graphs those that the test runs, made with the same folder
   */
  static KilledWorker start(String queue, Path folder, Graph... graphs) throws IOException {
    Process process = WorkerProcess.start(RealTemporal.address(), queue, folder);
    TemporalOptions options =
        RealRedis.optionsFor(folder)
            .target(RealTemporal.address())
            .taskQueue(queue)
            .patience(Marks.LONGEST)
            .build();
    TemporalConnection connection = TemporalConnection.open(options, StateCodec.create());
    return new KilledWorker(process, connection, graphs);
  }

  /** Returns a runtime in the test's process, which runs no nodes until the worker is killed. */
  TemporalRuntime runtime() {
    return runtime;
  }

  /** Kills the process, and then starts a worker in the test's process. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
    other = new GraphWorker(connection, runtime.graphs());
    other.start();
  }

  @Override
  public void close() {
    process.destroyForcibly();
    if (other != null) {
      other.close();
    }
    runtime.close();
    connection.close();
    RealRedis.release(connection);
  }
}

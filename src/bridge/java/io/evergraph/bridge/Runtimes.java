package io.evergraph.bridge;

import io.evergraph.graph.Graph;
import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.state.StateUpdate;
import io.evergraph.temporal.EmbeddedTemporal;
import io.evergraph.temporal.GraphWorker;
import io.evergraph.temporal.TemporalRuntime;
import io.evergraph.temporal.connection.TemporalConnection;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** What the tests of the bridge run on: one runtime of each kind, until the JVM ends. */
enum Runtimes {
  MEMORY {
    @Override
    GraphRuntime start() {
      return stopping(InMemoryRuntime.builder(GraphRegistry.of()).build());
    }
  },
  EMBEDDED_TEMPORAL {
    @Override
    GraphRuntime start() {
      TemporalConnection connection = stopping(EmbeddedTemporal.start(StateCodec.create()));
      GraphRegistry graphs = GraphRegistry.of();
      GraphWorker worker = stopping(new GraphWorker(connection, graphs));
      worker.start();
      return stopping(new TemporalRuntime(connection, graphs));
    }
  };

  private static final Duration LONG = Duration.ofSeconds(60);
  private static final AtomicInteger NAMES = new AtomicInteger();

  private GraphRuntime runtime;

  abstract GraphRuntime start();

  private static <T extends AutoCloseable> T stopping(T part) {
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  try {
                    part.close();
                  } catch (Exception failure) {
                    throw new IllegalStateException(failure);
                  }
                }));
    return part;
  }

  synchronized GraphRuntime runtime() {
    if (runtime == null) {
      runtime = start();
    }
    return runtime;
  }

  /** Returns a name that no other graph has. */
  static String fresh() {
    return "graph-" + NAMES.incrementAndGet();
  }

  /** Runs a graph on a thread of its own until it stops. */
  RunResult run(Graph graph, StateUpdate input) throws TimeoutException {
    return begin(graph, input).await(LONG);
  }

  /** Begins to run a graph on a thread of its own. */
  RunHandle begin(Graph graph, StateUpdate input) {
    return runtime().start(graph, ThreadId.random(), input, RunOptions.builder().alone().build());
  }
}

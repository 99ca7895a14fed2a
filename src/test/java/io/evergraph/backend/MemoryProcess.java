package io.evergraph.backend;

import static io.evergraph.graph.Graph.START;

import io.evergraph.JavaProcess;
import io.evergraph.backend.jdbc.JdbcCheckpointStore;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.state.ListChannel;
import io.evergraph.state.StateUpdate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/** A runtime in memory in a process of its own, that can be killed. */
final class MemoryProcess {
  static final String RUN = "the-run";
  static final ThreadId THREAD = ThreadId.of("killed");
  private static final ListChannel<String> LOG = ListChannel.append("log", String.class);

  private MemoryProcess() {}

  /** Each node leaves a mark of each time that it runs; the second is stuck the first time. */
  private static Graph graph(Path marks) {
    return Graph.builder("killed")
        .channels(LOG)
        .node("first", context -> marked(marks, "first"))
        .node(
            "second",
            context -> {
              if (!Files.exists(marks.resolve("second"))) {
                Command unused = marked(marks, "second");
                new CountDownLatch(1).await();
              }
              return Command.update(LOG, "second");
            })
        .edge(START, "first")
        .edge("first", "second")
        .build();
  }

  private static Command marked(Path marks, String node) throws IOException {
    Files.createFile(marks.resolve(node));
    return Command.update(LOG, node);
  }

  static Process start(String url, Path marks) throws IOException {
    return JavaProcess.start(MemoryProcess.class, url, marks.toString());
  }

  /** Begins the run, or goes on with it, and writes down what it came to. */
  public static void main(String[] arguments) throws IOException {
    Path marks = Path.of(arguments[1]);
    Graph graph = graph(marks);
    try (JdbcCheckpointStore store =
            JdbcCheckpointStore.open(arguments[0], "postgres", "postgres");
        InMemoryRuntime runtime =
            InMemoryRuntime.builder(GraphRegistry.of(graph)).checkpoints(store).build()) {
      RunOptions same = RunOptions.builder().runId(RUN).build();
      RunResult result = runtime.start(graph, THREAD, StateUpdate.empty(), same).await();
      Files.writeString(marks.resolve("result"), result.status() + " " + result.state().get(LOG));
    }
  }
}

package io.evergraph.temporal.client;

import io.evergraph.graph.Graph;
import io.evergraph.temporal.connection.TemporalConnection;
import io.evergraph.temporal.protocol.Attributes;
import io.temporal.client.WorkflowExecutionMetadata;
import java.util.List;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks for open threads that go by another graph than this process has under their version. */
public record ChangedGraphs(TemporalConnection connection) {
  private static final Logger LOG = LoggerFactory.getLogger(ChangedGraphs.class);
  static final String FINGERPRINT = "fingerprint";

  private static final int THREADS = 20;
  private static final int LOOKED_AT = 1_000;

  /** Warns of those among the newest open threads of a graph. */
  public void warn(Graph graph) {
    List<String> threads = goingBy(graph);
    if (!threads.isEmpty()) {
      LOG.warn(
          "Graph '{}' was changed but is still version {} (fingerprint {}): open threads go by the"
              + " graph as it was, among them {}. Give the changed graph a new version, and keep"
              + " the old one registered or migrate the threads.",
          graph.name(),
          graph.version(),
          graph.fingerprint(),
          threads);
    }
  }

  /** Returns the threads of a graph and version that go by another fingerprint. */
  public List<String> goingBy(Graph graph) {
    String condition =
        connection.isSearchable()
            ? " AND " + Attributes.GRAPH.getName() + " = " + ThreadSearch.quoted(graph.name())
            : "";
    return connection
        .client()
        .listExecutions(ThreadSearch.OPEN + condition)
        .limit(LOOKED_AT)
        .filter(it -> fingerprint(it).startsWith(named(graph)))
        .limit(THREADS)
        .filter(it -> !fingerprint(it).endsWith(graph.fingerprint()))
        .map(it -> it.getExecution().getWorkflowId())
        .toList();
  }

  private static String fingerprint(WorkflowExecutionMetadata thread) {
    return Objects.requireNonNullElse((String) thread.getMemo(FINGERPRINT, String.class), "");
  }

  static String named(Graph graph) {
    return graph.name() + " " + graph.version() + " ";
  }
}

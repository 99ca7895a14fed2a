package io.evergraph.temporal.client;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.graph.Graph;
import io.evergraph.pregel.Pregel;
import io.evergraph.runtime.RunMode;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.TimeOrderedId;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.runtime.thread.ProgressCodec;
import io.evergraph.temporal.connection.TemporalConnection;
import io.evergraph.temporal.protocol.CancelMessage;
import io.evergraph.temporal.protocol.ContinuedState;
import io.evergraph.temporal.protocol.GraphInput;
import io.evergraph.temporal.protocol.GraphWorkflow;
import io.evergraph.temporal.protocol.Topology;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Starts threads that begin where other ones stand. */
public record ThreadCopier(
    TemporalConnection connection, ThreadCalls calls, ThreadStarter starter) {
  private static final String WITHOUT_COPY = "Begin another thread with what it needs of it.";

  /**
   * Starts a copy of a thread.
   *
   * @param graph the graph of the thread, as it is now
   */
  public void copy(ThreadId thread, ThreadId to, Graph graph, Map<String, Object> metadata) {
    ContinuedState copy = copied(thread, to, graph);
    connection
        .guard()
        .requirePayload(
            codec().toJson(copy), () -> "the copy of thread '" + thread + "'", WITHOUT_COPY);
    starter.open(to, metadata, GraphInput.copying(copy, metadata));
  }

  private StateCodec codec() {
    return connection.codec();
  }

  /** What runs on the thread that is copied stands still in the copy. */
  private ContinuedState copied(ThreadId thread, ThreadId to, Graph graph) {
    GraphWorkflow.CopyRequest request = new GraphWorkflow.CopyRequest(to.value(), graph.version());
    JsonNode progress = calls.query(thread, "copy", JsonNode.class, request);
    boolean runs = new ProgressCodec(codec(), graph).read(Pregel.of(graph), progress).isRunning();
    CancelMessage stop = CancelMessage.keeping(TimeOrderedId.next());
    return new ContinuedState(
        Topology.of(graph.spec(), codec()).graph(),
        progress,
        RunMode.THREAD,
        0,
        Instant.now(),
        runs ? List.of(stop.write(codec())) : List.of(),
        List.of(),
        List.of(),
        List.of(),
        null,
        Map.of());
  }
}

package io.evergraph.temporal;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.error.StateMissingException;
import io.evergraph.event.RunEvent;
import io.evergraph.graph.Graph;
import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadSnapshot;
import io.evergraph.state.State;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.client.WorkflowExecutionDescription;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads threads: how they are doing, what they hold, what happened. */
final class ThreadReader {
  private final TemporalConnection connection;
  private final ThreadCalls calls;
  private final GraphRegistry graphs;

  ThreadReader(TemporalConnection connection, ThreadCalls calls, GraphRegistry graphs) {
    this.connection = connection;
    this.calls = calls;
    this.graphs = graphs;
  }

  ThreadView view(ThreadId thread) {
    return calls.query(thread, "status", ThreadView.class);
  }

  RunView run(ThreadId thread, String runId) {
    return calls.query(thread, "run", RunView.class, runId);
  }

  /** Returns how a thread ended whose workflow has ended, if it left that behind. */
  Optional<ThreadView> ended(ThreadId thread) {
    WorkflowExecutionDescription description = calls.describe(thread);
    Object left = description.getMemo(ThreadView.MEMO, ThreadView.class);
    return Optional.ofNullable(left).map(ThreadView.class::cast);
  }

  boolean isClosed(ThreadId thread) {
    return calls.describe(thread).getStatus()
        != WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_RUNNING;
  }

  ThreadSnapshot snapshot(ThreadId thread) {
    return snapshot(view(thread));
  }

  ThreadSnapshot snapshot(ThreadView view) {
    return view.with(view.checkpoint() == 0 ? State.empty() : state(view, view.checkpoint()));
  }

  /** Returns the snapshot of a thread that has ended: its result is its state. */
  ThreadSnapshot finalSnapshot(ThreadView view) {
    Optional<State> held = connection.stateReader().held(view.execution(), view.checkpoint());
    return view.error() == null ? view.with(held.orElseGet(() -> result(view))) : snapshot(view);
  }

  private State result(ThreadView view) {
    Map<String, JsonNode> trees = new LinkedHashMap<>();
    calls
        .result(ThreadId.of(view.thread()), view.execution())
        .fields()
        .forEachRemaining(field -> trees.put(field.getKey(), field.getValue()));
    State state = State.of(trees);
    return code(view).map(graph -> connection.codec().bind(state, graph.schema())).orElse(state);
  }

  State stateAt(ThreadId thread, long checkpoint) {
    return state(view(thread), checkpoint);
  }

  State state(ThreadView view, long checkpoint) {
    Graph graph =
        code(view)
            .orElseThrow(
                () ->
                    new StateMissingException(
                        view.thread(), checkpoint, "the thread has no run yet"));
    return connection.stateReader().read(graph, view.thread(), view.execution(), checkpoint);
  }

  private Optional<Graph> code(ThreadView view) {
    String name = view.graph();
    String version = Optional.ofNullable(view.version()).orElse("");
    return Optional.ofNullable(name).map(it -> Interpretation.codeOf(graphs, it, version));
  }

  List<RunEvent> events(ThreadId thread, long from) {
    List<RunEvent> events = new ArrayList<>();
    EventPage page = calls.query(thread, "events", EventPage.class, from);
    events.addAll(page.events());
    while (page.more()) {
      page = calls.query(thread, "events", EventPage.class, page.next());
      events.addAll(page.events());
    }
    return events;
  }
}

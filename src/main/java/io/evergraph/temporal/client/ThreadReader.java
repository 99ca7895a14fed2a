package io.evergraph.temporal.client;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.error.StateMissingException;
import io.evergraph.error.ThreadEndedException;
import io.evergraph.error.UnknownThreadException;
import io.evergraph.event.RunEvent;
import io.evergraph.graph.Graph;
import io.evergraph.pregel.Frame;
import io.evergraph.runtime.Fork;
import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.HistoryEntry;
import io.evergraph.runtime.HistoryQuery;
import io.evergraph.runtime.TaskView;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadSnapshot;
import io.evergraph.runtime.ThreadStatus;
import io.evergraph.runtime.codec.Namespaces;
import io.evergraph.runtime.thread.UnboundThread;
import io.evergraph.runtime.thread.Visibility;
import io.evergraph.state.State;
import io.evergraph.state.TaskWrites;
import io.evergraph.state.Write;
import io.evergraph.temporal.connection.TemporalConnection;
import io.evergraph.temporal.protocol.EventPage;
import io.evergraph.temporal.protocol.HistoryPage;
import io.evergraph.temporal.protocol.RunView;
import io.evergraph.temporal.protocol.ThreadView;
import io.evergraph.temporal.workflow.FinalState;
import io.evergraph.temporal.workflow.InterpreterServices;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.api.history.v1.HistoryEvent;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads threads: how they are doing, what they hold, what happened. */
public final class ThreadReader {
  private final TemporalConnection connection;
  private final ThreadCalls calls;
  private final GraphRegistry graphs;
  private final ThreadWatch watch;
  private final StateReader states;
  private final SavedReader saved;

  /**
   * Makes a reader.
   *
   * @param saved has what the server has forgotten of threads that it still knows
   */
  public ThreadReader(
      TemporalConnection connection, ThreadCalls calls, GraphRegistry graphs, SavedReader saved) {
    this.connection = connection;
    this.calls = calls;
    this.graphs = graphs;
    this.watch = new ThreadWatch(connection);
    this.states = new StateReader(connection);
    this.saved = saved;
  }

  public ThreadView view(ThreadId thread) {
    return calls.query(thread, "status", ThreadView.class);
  }

  public RunView run(ThreadId thread, String runId) {
    RunView view = calls.query(thread, "run", RunView.class, runId);
    Long before = view.event();
    return before == null
        ? view
        : page(thread, before).events().stream().findFirst().map(view::with).orElse(view);
  }

  /** Returns how a thread ended whose workflow has ended, if it left that behind. */
  public Optional<ThreadView> ended(ThreadId thread) {
    return calls.read(thread, () -> watch.ended(thread.value()));
  }

  /**
   * Returns how a thread ended.
   *
   * @param latest the last events of its history, the latest first, as far as they are at hand
   */
  Optional<ThreadView> ended(ThreadId thread, List<HistoryEvent> latest) {
    return watch.ended(latest).or(() -> ended(thread));
  }

  /** Returns whether a workflow has failed that could not even begin its thread. */
  boolean hasFailedToBegin(ThreadId thread) {
    return calls.describe(thread).getStatus()
            == WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_FAILED
        && ended(thread).isEmpty();
  }

  public boolean isClosed(ThreadId thread) {
    return calls.isClosed(thread);
  }

  /**
   * Returns how a thread is doing. One that went back between two calls is read again: the state
   * that was asked for is not kept any more.
   */
  public ThreadSnapshot snapshot(ThreadId thread) {
    ThreadSnapshot left = latest(thread);
    return left.status() == ThreadStatus.BUSY && isClosed(thread)
        ? left.failed(new ThreadEndedException(thread.value()))
        : left;
  }

  /** A workflow that was terminated goes on in the eyes of those who only read its history. */
  private ThreadSnapshot latest(ThreadId thread) {
    ThreadView view = view(thread);
    try {
      return snapshot(view);
    } catch (StateMissingException missing) {
      ThreadView now = view(thread);
      if (now.equals(view)) {
        throw missing;
      }
      return snapshot(now);
    }
  }

  public ThreadSnapshot snapshot(ThreadId thread, long checkpoint) {
    return snapshot(view(thread, checkpoint));
  }

  private ThreadView view(ThreadId thread, long checkpoint) {
    return calls
        .find(thread, "statusAt", ThreadView.class, checkpoint)
        .or(() -> earlier(thread, checkpoint))
        .orElseThrow(() -> missing(thread, checkpoint));
  }

  private static StateMissingException missing(ThreadId thread, long checkpoint) {
    return new StateMissingException(thread.value(), checkpoint, "the checkpoint is not kept");
  }

  /** An earlier execution of the workflow knows the checkpoint, but not how the thread is now. */
  private Optional<ThreadView> earlier(ThreadId thread, long checkpoint) {
    return executionOf(thread, checkpoint)
        .map(
            execution ->
                findIn(execution, thread, "statusAt", ThreadView.class, checkpoint)
                    .orElseThrow(() -> missing(thread, checkpoint))
                    .now(view(thread)));
  }

  private <T> Optional<T> findIn(
      String execution, ThreadId thread, String query, Class<T> type, long checkpoint) {
    try {
      return calls.findIn(execution, thread, query, type, checkpoint);
    } catch (UnknownThreadException forgotten) {
      throw new StateMissingException(
          thread.value(),
          checkpoint,
          "the server has forgotten the execution that made it, " + execution);
    }
  }

  private Optional<String> executionOf(ThreadId thread, long checkpoint) {
    return calls.find(thread, "executionOf", String.class, checkpoint);
  }

  /**
   * Returns a checkpoint in the form that is sent along to where it is taken up again; null where
   * the thread's latest execution keeps it, or nobody does.
   *
   * @throws StateMissingException when the server has forgotten it
   */
  public @Nullable JsonNode past(ThreadId thread, long checkpoint) {
    String latest = view(thread).execution();
    return executionOf(thread, checkpoint)
        .filter(execution -> !execution.equals(latest))
        .flatMap(execution -> pastIn(execution, thread, checkpoint))
        .orElse(null);
  }

  private Optional<JsonNode> pastIn(String execution, ThreadId thread, long checkpoint) {
    try {
      return findIn(execution, thread, "past", JsonNode.class, checkpoint);
    } catch (StateMissingException forgotten) {
      return Optional.of(saved.past(thread, checkpoint).orElseThrow(() -> forgotten));
    }
  }

  /** The oldest states are read first: those after them differ from them by what was written. */
  public List<HistoryEntry> history(ThreadId thread, HistoryQuery query) {
    HistoryReader pages = new HistoryReader(calls, thread, query);
    List<HistoryPage.Entry> found = pages.entries();
    Collections.reverse(found);
    List<HistoryEntry> history = new ArrayList<>(found.stream().map(this::entry).toList());
    Collections.reverse(history);
    pages.missing().stream()
        .flatMap(missing -> saved.history(thread, missing).stream())
        .filter(entry -> pages.isWanted(entry.snapshot().checkpoint()))
        .forEach(history::add);
    return history;
  }

  private HistoryEntry entry(HistoryPage.Entry entry) {
    ThreadSnapshot snapshot = snapshot(entry.thread());
    Optional<Graph> graph = code(entry.thread());
    List<TaskWrites> writes =
        entry.writes().stream()
            .map(it -> new TaskWrites(it.writer(), bound(it.writes(), graph, snapshot.namespace())))
            .toList();
    return new HistoryEntry(snapshot, writes);
  }

  private List<Write> bound(List<Write> writes, Optional<Graph> graph, String namespace) {
    return graph
        .map(root -> Namespaces.graphOf(root, namespace).schema())
        .map(schema -> connection.codec().bind(writes, schema, "a stored write"))
        .orElse(writes);
  }

  public Graph graphAt(ThreadId thread, Fork fork) {
    ThreadView view = view(thread, fork.checkpoint());
    String namespace = Optional.ofNullable(view.namespace()).orElse("");
    return code(view).map(root -> Namespaces.graphOf(root, namespace)).orElseThrow();
  }

  public ThreadSnapshot snapshot(ThreadView view) {
    return snapshot(view, null);
  }

  /**
   * Returns the snapshot of a thread.
   *
   * @param told its state, as far as it was told with it
   */
  ThreadSnapshot snapshot(ThreadView view, @Nullable JsonNode told) {
    return typed(
        view,
        told == null
            ? stateOf(view)
            : typed(new FinalState(connection.codec()).read(told).orElseThrow(), view));
  }

  private ThreadSnapshot typed(ThreadView view, State state) {
    Optional<Graph> graph = code(view);
    ThreadSnapshot raw = shown(view.with(state), graph);
    return raw.withTasks(raw.tasks().stream().map(task -> typed(task, graph)).toList());
  }

  private TaskView typed(TaskView task, Optional<Graph> graph) {
    List<Write> writes = task.writes();
    return writes == null ? task : task.withWrites(bound(writes, graph, task.namespace()));
  }

  private State stateOf(ThreadView view) {
    return view.checkpoint() == 0
        ? code(view).map(graph -> graph.schema().initial()).orElse(State.empty())
        : read(view, reader -> reader.read(codeOrThrow(view), view.thread(), view.stateKey()));
  }

  /**
   * Returns the snapshot of a thread that has ended: its result is its state.
   *
   * @param last the event that it ended with, where it is at hand
   */
  ThreadSnapshot finalSnapshot(ThreadView view, Optional<HistoryEvent> last) {
    Optional<State> held = states.held(view.stateKey());
    return view.error() == null
        ? shown(view.with(held.orElseGet(() -> result(view, last))), code(view))
        : snapshot(view);
  }

  private static ThreadSnapshot shown(ThreadSnapshot snapshot, Optional<Graph> graph) {
    return graph.map(it -> new Visibility(it.spec()).of(snapshot)).orElse(snapshot);
  }

  private State result(ThreadView view, Optional<HistoryEvent> last) {
    JsonNode result =
        last.flatMap(watch::result)
            .orElseGet(() -> calls.result(ThreadId.of(view.thread()), view.execution()));
    return new FinalState(connection.codec())
        .read(result)
        .map(state -> typed(state, view))
        .orElseGet(() -> stateOf(view));
  }

  private State typed(State state, ThreadView view) {
    return code(view).map(graph -> connection.codec().bind(state, graph.schema())).orElse(state);
  }

  public State stateAt(ThreadId thread, long checkpoint) {
    ThreadView view = view(thread);
    State state = state(view, checkpoint);
    return code(view)
        .map(graph -> new Visibility(graph.spec()))
        .map(visibility -> visibility.of(state, namespace(visibility, thread, checkpoint)))
        .orElse(state);
  }

  /** Asks for the frame of a checkpoint only where it makes a difference. */
  private String namespace(Visibility visibility, ThreadId thread, long checkpoint) {
    return checkpoint > 0 && visibility.differsInside()
        ? Optional.ofNullable(view(thread, checkpoint).namespace()).orElse(Frame.ROOT)
        : Frame.ROOT;
  }

  State returned(ThreadView view, long checkpoint) {
    State state = state(view, checkpoint);
    return code(view).map(graph -> graph.spec().shape().returned(state)).orElse(state);
  }

  State state(ThreadView view, long checkpoint) {
    try {
      return stateIn(view.execution(), view, checkpoint);
    } catch (StateMissingException here) {
      String execution =
          executionOf(ThreadId.of(view.thread()), checkpoint)
              .filter(it -> !it.equals(view.execution()))
              .orElseThrow(() -> here);
      return stateIn(execution, view, checkpoint);
    }
  }

  private State stateIn(String execution, ThreadView view, long checkpoint) {
    return read(
        view, reader -> reader.read(codeOrThrow(view), view.thread(), execution, checkpoint));
  }

  private State read(ThreadView view, Function<StateReader, State> how) {
    return calls.readAll(ThreadId.of(view.thread()), () -> how.apply(states));
  }

  private Graph codeOrThrow(ThreadView view) {
    return code(view).orElseThrow(() -> UnboundThread.withoutRun(view.thread(), view.checkpoint()));
  }

  private Optional<Graph> code(ThreadView view) {
    String name = view.graph();
    String version = Optional.ofNullable(view.version()).orElse("");
    return Optional.ofNullable(name).map(it -> InterpreterServices.codeOf(graphs, it, version));
  }

  public List<RunEvent> events(ThreadId thread, long from) {
    List<RunEvent> events = new ArrayList<>();
    EventPage page = page(thread, from);
    events.addAll(page.events());
    while (page.more()) {
      page = page(thread, page.next());
      events.addAll(page.events());
    }
    return events;
  }

  /**
   * Earlier executions are asked for the events that the latest one does not keep. One that the
   * latest remembers may itself refer to one that is older still; what none of them has any more is
   * left out.
   */
  private EventPage page(ThreadId thread, long from) {
    EventPage latest = calls.query(thread, "events", EventPage.class, from);
    EventPage page = latest;
    while (page.execution() != null) {
      try {
        page =
            calls.findIn(page.execution(), thread, "events", EventPage.class, from).orElseThrow();
      } catch (UnknownThreadException forgotten) {
        page = new EventPage(saved.events(thread, from, latest.next()), latest.next(), true, null);
      }
    }
    long next = page.events().isEmpty() ? latest.next() : page.next();
    return latest.execution() == null ? latest : new EventPage(page.events(), next, true, null);
  }
}

package io.evergraph.temporal;

import com.google.protobuf.ByteString;
import io.evergraph.error.InvalidInputException;
import io.evergraph.error.UnknownRunException;
import io.evergraph.event.RunEvent;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeEdit;
import io.evergraph.graph.PauseMode;
import io.evergraph.graph.Steering;
import io.evergraph.pregel.Frame;
import io.evergraph.pregel.RunSettings;
import io.evergraph.runtime.EventStream;
import io.evergraph.runtime.Fork;
import io.evergraph.runtime.GivenId;
import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.HistoryEntry;
import io.evergraph.runtime.HistoryQuery;
import io.evergraph.runtime.MigrationPlan;
import io.evergraph.runtime.OnCancel;
import io.evergraph.runtime.ParkedTask;
import io.evergraph.runtime.PendingTasks;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunMode;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunStream;
import io.evergraph.runtime.RuntimeInfo;
import io.evergraph.runtime.StreamOptions;
import io.evergraph.runtime.TaskThreads;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadQuery;
import io.evergraph.runtime.ThreadSnapshot;
import io.evergraph.runtime.ThreadStatus;
import io.evergraph.runtime.TimeOrderedId;
import io.evergraph.runtime.codec.Namespaces;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.runtime.spi.EventBus;
import io.evergraph.runtime.spi.NodeCache;
import io.evergraph.runtime.stream.FollowedRunStream;
import io.evergraph.runtime.thread.ThreadDriver;
import io.evergraph.runtime.thread.ThreadMetadata;
import io.evergraph.state.State;
import io.evergraph.state.StateUpdate;
import io.evergraph.temporal.client.EventFeeds;
import io.evergraph.temporal.client.PendingActivities;
import io.evergraph.temporal.client.TemporalRunHandle;
import io.evergraph.temporal.client.ThreadCalls;
import io.evergraph.temporal.client.ThreadCopier;
import io.evergraph.temporal.client.ThreadReader;
import io.evergraph.temporal.client.ThreadSearch;
import io.evergraph.temporal.client.ThreadStarter;
import io.evergraph.temporal.client.ThreadWatch;
import io.evergraph.temporal.client.ThreadWatch.Start;
import io.evergraph.temporal.client.UpdateEncoder;
import io.evergraph.temporal.connection.TemporalConnection;
import io.evergraph.temporal.connection.TemporalOptions;
import io.evergraph.temporal.connection.ThreadNotifier.Interest;
import io.evergraph.temporal.protocol.Acknowledgement;
import io.evergraph.temporal.protocol.CancelMessage;
import io.evergraph.temporal.protocol.ForkMessage;
import io.evergraph.temporal.protocol.GraphInput;
import io.evergraph.temporal.protocol.MigrateMessage;
import io.evergraph.temporal.protocol.MigrationReply;
import io.evergraph.temporal.protocol.PauseMessage;
import io.evergraph.temporal.protocol.ResumeMessage;
import io.evergraph.temporal.protocol.RollbackMessage;
import io.evergraph.temporal.protocol.RunView;
import io.evergraph.temporal.protocol.SubmitMessage;
import io.evergraph.temporal.protocol.ThreadView;
import io.evergraph.temporal.protocol.UpdateStateMessage;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;

/**
 * Runs graphs on a Temporal server: starts, answers and reads threads, which {@link GraphWorker}s
 * work on, in this process or elsewhere.
 */
public final class TemporalRuntime implements GraphRuntime {
  private final TemporalConnection connection;
  private final GraphRegistry graphs;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(TaskThreads.daemons("evergraph-deadlines"));
  private final ThreadCalls calls;
  private final ThreadReader reader;
  private final ThreadStarter starter;
  private final ThreadWatch watch;
  private final EventFeeds feeds;
  private final UpdateEncoder encoder;

  /**
   * Makes a runtime.
   *
   * @param connection the server
   * @param graphs the graphs that can be started, and the types of what they hold
   */
  public TemporalRuntime(TemporalConnection connection, GraphRegistry graphs) {
    this.connection = connection;
    this.graphs = graphs;
    this.encoder = new UpdateEncoder(connection.codec());
    this.calls = new ThreadCalls(connection, timer);
    this.reader = new ThreadReader(connection, calls, graphs);
    this.starter = new ThreadStarter(calls, reader, connection.options());
    this.watch = new ThreadWatch(connection);
    this.feeds =
        new EventFeeds(thread -> watch.open(thread.value(), Interest.MOVES), reader::events);
  }

  @Override
  public RuntimeInfo info() {
    TemporalOptions options = connection.options();
    return new RuntimeInfo(
        "temporal",
        connection.durability(),
        connection.guard().messageBytes(),
        Map.of(
            "target", options.target(),
            "namespace", options.namespace(),
            "taskQueue", options.taskQueue()));
  }

  /** Returns the connection to the server. */
  public TemporalConnection connection() {
    return connection;
  }

  @Override
  public GraphRegistry graphs() {
    return graphs;
  }

  @Override
  public StateCodec codec() {
    return connection.codec();
  }

  @Override
  public NodeCache cache() {
    return connection.cache();
  }

  @Override
  public EventBus bus() {
    return connection.bus();
  }

  @Override
  public ThreadSnapshot create(ThreadId thread, Map<String, Object> metadata) {
    Map<String, Object> sent = codec().plain(ThreadMetadata.checked(metadata), "metadata");
    starter.open(thread, sent, GraphInput.opening(sent));
    return snapshot(thread);
  }

  @Override
  public RunHandle start(String name, ThreadId thread, StateUpdate input, RunOptions options) {
    Graph graph = graphs.graph(name);
    RunSettings unused = options.settingsFor(graph.spec());
    SubmitMessage submit =
        SubmitMessage.of(graph, encoder.input(input, graph), options.asSent(codec()));
    ByteString position = watch.position(thread.value());
    Start start =
        options.mode() == RunMode.ALONE
            ? starter.alone(thread, graph, submit, options.whenEnded())
            : starter.join(thread, graph, submit, options.whenEnded());
    return handle(thread, submit.id(), start, position);
  }

  private RunHandle handle(ThreadId thread, String runId, Start start, ByteString position) {
    return new TemporalRunHandle(watch, reader, thread, runId, position, start);
  }

  @Override
  public RunHandle resume(
      ThreadId thread,
      @Nullable String graph,
      String runId,
      List<Answer> answers,
      Steering steering) {
    GivenId.require(runId, "a run");
    Steering checked = checked(thread, graph, steering);
    ResumeMessage message = ResumeMessage.of(runId, graph, answers, checked, codec());
    ByteString position = watch.position(thread.value());
    String update = answers.isEmpty() ? "proceed" : "answer";
    Acknowledgement ack = calls.update(thread, update, runId, message.toSend(codec()));
    return handle(thread, runId, Start.of(ack), position);
  }

  private Steering checked(ThreadId thread, @Nullable String graph, Steering steering) {
    if (!steering.changesThread()) {
      return steering;
    }
    String bound = graph == null ? reader.view(thread).graph() : graph;
    return bound == null ? steering : encoder.checked(steering, graphs.graph(bound));
  }

  @Override
  public void pause(ThreadId thread, PauseMode mode) {
    calls.signal(thread, "pause", new PauseMessage(TimeOrderedId.next(), mode));
  }

  @Override
  public void cancel(ThreadId thread, OnCancel writes) {
    calls.signal(thread, "cancel", new CancelMessage(null, null, writes));
  }

  @Override
  public void cancel(ThreadId thread, String runId, OnCancel writes) {
    calls.signal(thread, "cancel", new CancelMessage(null, runId, writes));
  }

  @Override
  public ThreadSnapshot editState(
      ThreadId thread, String editId, @Nullable String graph, List<NodeEdit> edits) {
    Graph bound = bound(thread, graph);
    if (edits.isEmpty()) {
      throw new InvalidInputException("an edit", "at least one update", "none");
    }
    return edit(thread, editId, graph, Frame.ROOT, encoder.parts(edits, bound));
  }

  private Graph bound(ThreadId thread, @Nullable String otherwise) {
    return Optional.ofNullable(reader.view(thread).graph())
        .or(() -> Optional.ofNullable(otherwise))
        .map(graphs::graph)
        .orElseThrow(() -> ThreadDriver.withoutGraph(thread.value()));
  }

  private ThreadSnapshot edit(
      ThreadId thread,
      String id,
      @Nullable String graph,
      String namespace,
      List<UpdateStateMessage.Part> parts) {
    GivenId.require(id, "an edit");
    UpdateStateMessage edit =
        parts.size() == 1
            ? new UpdateStateMessage(
                id, graph, parts.get(0).update(), parts.get(0).asNode(), null, namespace)
            : new UpdateStateMessage(id, graph, null, null, parts, namespace);
    return settled(thread, calls.update(thread, "updateState", id, edit).event());
  }

  @Override
  public ThreadSnapshot editSubgraph(
      ThreadId thread, String editId, String namespace, List<NodeEdit> edits) {
    Graph inside = Namespaces.graphOf(bound(thread, null), namespace);
    return edit(thread, editId, null, namespace, encoder.parts(edits, inside));
  }

  @Override
  public ThreadSnapshot fork(ThreadId thread, String id, Fork fork) {
    GivenId.require(id, "a fork");
    List<UpdateStateMessage.Part> parts =
        fork.edits().isEmpty()
            ? List.of()
            : encoder.parts(fork.edits(), reader.graphAt(thread, fork));
    ForkMessage order =
        new ForkMessage(
            id, fork.checkpoint(), fork.branch(), parts, reader.past(thread, fork.checkpoint()));
    return settled(thread, calls.update(thread, "fork", id, order).event());
  }

  @Override
  public ThreadSnapshot rollback(ThreadId thread, String id, long checkpoint) {
    GivenId.require(id, "a rollback");
    RollbackMessage order = new RollbackMessage(id, checkpoint, reader.past(thread, checkpoint));
    return settled(thread, calls.update(thread, "rollback", id, order).event());
  }

  @Override
  public ThreadSnapshot copy(ThreadId thread, ThreadId to) {
    ThreadView source = reader.view(thread);
    String graph = source.graph();
    if (graph == null) {
      return create(to, source.metadata());
    }
    new ThreadCopier(connection, calls, starter)
        .copy(thread, to, graphs.graph(graph), source.metadata());
    return snapshot(to);
  }

  @Override
  public MigrationPlan migration(ThreadId thread, String version) {
    return calls.query(thread, "migration", MigrationReply.class, version).orThrow();
  }

  @Override
  public void migrate(ThreadId thread, String version) {
    String id = TimeOrderedId.next();
    settle(thread, calls.update(thread, "migrate", id, new MigrateMessage(id, version)).event());
  }

  @Override
  public void delete(ThreadId thread) {
    calls.delete(thread);
    connection.localThreads().ifPresent(local -> local.forget(thread.value()));
  }

  private ThreadSnapshot settled(ThreadId thread, long from) {
    settle(thread, from);
    return snapshot(thread);
  }

  /** An edit in a node's name may ask routers what follows: that takes a task. */
  private void settle(ThreadId thread, long from) {
    if (reader.view(thread).status() != ThreadStatus.BUSY) {
      return;
    }
    try (EventStream events = follow(thread, from)) {
      while (reader.view(thread).status() == ThreadStatus.BUSY) {
        List<RunEvent> unused = events.next(connection.options().patience());
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public List<ThreadId> threads(ThreadQuery query) {
    return new ThreadSearch(connection, calls).find(query);
  }

  /** The state is not asked for: that takes the code of the graph, which an operator may lack. */
  @Override
  public List<ParkedTask> parked(ThreadId thread) {
    return ParkedTask.of(reader.view(thread).with(State.empty()), codec());
  }

  @Override
  public PendingTasks pending() {
    return PendingActivities.of(connection, calls);
  }

  @Override
  public ThreadSnapshot snapshot(ThreadId thread) {
    return reader.snapshot(thread);
  }

  @Override
  public ThreadSnapshot snapshot(ThreadId thread, long checkpoint) {
    return reader.snapshot(thread, checkpoint);
  }

  @Override
  public List<HistoryEntry> history(ThreadId thread, HistoryQuery query) {
    return reader.history(thread, query);
  }

  @Override
  public State stateAt(ThreadId thread, long checkpoint) {
    return reader.stateAt(thread, checkpoint);
  }

  @Override
  public List<RunEvent> events(ThreadId thread, long from) {
    return reader.events(thread, from);
  }

  @Override
  public RunStream stream(RunHandle run, StreamOptions options) {
    return new FollowedRunStream(this, run.thread(), run.runId(), options);
  }

  @Override
  public EventStream follow(ThreadId thread, long from) {
    ThreadView unused = reader.view(thread);
    return feeds.follow(thread, from);
  }

  @Override
  public RunHandle run(ThreadId thread, String runId) {
    if (reader.run(thread, runId).phase() == RunView.Phase.UNKNOWN) {
      throw new UnknownRunException(thread.value(), runId);
    }
    return handle(thread, runId, Start.EARLIER, ByteString.EMPTY);
  }

  /** Ends what this runtime has begun; the connection stays open. */
  @Override
  public void close() {
    feeds.close();
    timer.shutdownNow();
  }
}

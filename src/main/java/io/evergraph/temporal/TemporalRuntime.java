package io.evergraph.temporal;

import com.google.protobuf.ByteString;
import io.evergraph.error.UnknownRunException;
import io.evergraph.event.RunEvent;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeEdit;
import io.evergraph.graph.PauseMode;
import io.evergraph.graph.Steering;
import io.evergraph.pregel.RunSettings;
import io.evergraph.runtime.EventStream;
import io.evergraph.runtime.Fork;
import io.evergraph.runtime.GivenId;
import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.HistoryEntry;
import io.evergraph.runtime.HistoryQuery;
import io.evergraph.runtime.KeptThreads;
import io.evergraph.runtime.MigrationPlan;
import io.evergraph.runtime.OnCancel;
import io.evergraph.runtime.ParkedTask;
import io.evergraph.runtime.PendingTasks;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunMode;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunStream;
import io.evergraph.runtime.RuntimeInfo;
import io.evergraph.runtime.Schedules;
import io.evergraph.runtime.StreamOptions;
import io.evergraph.runtime.TaskThreads;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadQuery;
import io.evergraph.runtime.ThreadSnapshot;
import io.evergraph.runtime.ThreadStatus;
import io.evergraph.runtime.TimeOrderedId;
import io.evergraph.runtime.WhenEnded;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.runtime.spi.EventBus;
import io.evergraph.runtime.spi.NodeCache;
import io.evergraph.runtime.stream.FollowedRunStream;
import io.evergraph.runtime.thread.ThreadMetadata;
import io.evergraph.state.State;
import io.evergraph.state.StateUpdate;
import io.evergraph.temporal.client.EventFeeds;
import io.evergraph.temporal.client.KeptWorkflows;
import io.evergraph.temporal.client.PendingActivities;
import io.evergraph.temporal.client.SavedPruning;
import io.evergraph.temporal.client.SavedReader;
import io.evergraph.temporal.client.TemporalRunHandle;
import io.evergraph.temporal.client.TemporalSchedules;
import io.evergraph.temporal.client.ThreadCalls;
import io.evergraph.temporal.client.ThreadCopier;
import io.evergraph.temporal.client.ThreadEditor;
import io.evergraph.temporal.client.ThreadReader;
import io.evergraph.temporal.client.ThreadRevival;
import io.evergraph.temporal.client.ThreadSearch;
import io.evergraph.temporal.client.ThreadStarter;
import io.evergraph.temporal.client.ThreadWatch;
import io.evergraph.temporal.client.ThreadWatch.Start;
import io.evergraph.temporal.client.UpdateEncoder;
import io.evergraph.temporal.connection.TemporalConnection;
import io.evergraph.temporal.connection.ThreadNotifier.Interest;
import io.evergraph.temporal.protocol.Acknowledgement;
import io.evergraph.temporal.protocol.CancelMessage;
import io.evergraph.temporal.protocol.GraphInput;
import io.evergraph.temporal.protocol.MigrationReply;
import io.evergraph.temporal.protocol.PauseMessage;
import io.evergraph.temporal.protocol.ResumeMessage;
import io.evergraph.temporal.protocol.RunView;
import io.evergraph.temporal.protocol.SubmitMessage;
import io.evergraph.temporal.protocol.ThreadView;
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
  private final ThreadRevival revival;
  private final ThreadWatch watch;
  private final EventFeeds feeds;
  private final UpdateEncoder encoder;
  private final ThreadEditor editor;
  private final SavedReader saved;
  private final Optional<SavedPruning> pruning;

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
    this.saved = new SavedReader(connection, graphs);
    this.pruning = SavedPruning.of(connection);
    this.reader = new ThreadReader(connection, calls, graphs, saved);
    this.editor = new ThreadEditor(calls, reader, encoder, graphs);
    this.starter = new ThreadStarter(calls, reader, connection.options());
    this.revival = new ThreadRevival(connection, calls, starter, saved);
    this.watch = new ThreadWatch(connection);
    this.feeds =
        new EventFeeds(thread -> watch.open(thread.value(), Interest.MOVES), reader::events);
  }

  @Override
  public RuntimeInfo info() {
    return new RuntimeInfo(
        "temporal",
        connection.durability(),
        connection.guard().messageBytes(),
        connection.options().details());
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
    revival.beforeCreation(thread);
    starter.open(thread, sent, GraphInput.opening(sent));
    return snapshot(thread);
  }

  @Override
  public RunHandle start(String name, ThreadId thread, StateUpdate input, RunOptions options) {
    Graph graph = graphs.graph(name);
    RunSettings unused = options.settingsFor(graph.spec());
    SubmitMessage submit =
        SubmitMessage.of(graph, encoder.input(input, graph), options.asSent(codec()));
    return revival.start(
        thread,
        options.whenEnded(),
        whenEnded -> started(thread, graph, submit, options.mode(), whenEnded));
  }

  private RunHandle started(
      ThreadId thread, Graph graph, SubmitMessage submit, RunMode mode, WhenEnded whenEnded) {
    ByteString position = watch.position(thread.value());
    Start start =
        mode == RunMode.ALONE
            ? starter.alone(thread, graph, submit, whenEnded)
            : starter.join(thread, graph, submit, whenEnded);
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
    StateCodec codec = connection.codec();
    return revival.with(
        thread,
        () -> {
          Steering checked = editor.checked(thread, graph, steering);
          ResumeMessage message = ResumeMessage.of(runId, graph, answers, checked, codec);
          ByteString position = watch.position(thread.value());
          String update = answers.isEmpty() ? "proceed" : "answer";
          Acknowledgement ack = calls.update(thread, update, runId, message.toSend(codec));
          return handle(thread, runId, Start.of(ack), position);
        });
  }

  @Override
  public void pause(ThreadId thread, PauseMode mode) {
    calls.signal(thread, "pause", new PauseMessage(TimeOrderedId.next(), null, mode));
  }

  @Override
  public void pause(ThreadId thread, String runId, PauseMode mode) {
    calls.signal(thread, "pause", new PauseMessage(TimeOrderedId.next(), runId, mode));
  }

  @Override
  public void cancel(ThreadId thread, OnCancel writes) {
    calls.signal(thread, "cancel", new CancelMessage(TimeOrderedId.next(), null, writes));
  }

  @Override
  public void cancel(ThreadId thread, String runId, OnCancel writes) {
    calls.signal(thread, "cancel", new CancelMessage(TimeOrderedId.next(), runId, writes));
  }

  @Override
  public ThreadSnapshot editState(
      ThreadId thread, String editId, @Nullable String graph, List<NodeEdit> edits) {
    return settled(thread, editId, () -> editor.editState(thread, editId, graph, edits));
  }

  @Override
  public ThreadSnapshot editSubgraph(
      ThreadId thread, String editId, String namespace, List<NodeEdit> edits) {
    return settled(thread, editId, () -> editor.editSubgraph(thread, editId, namespace, edits));
  }

  @Override
  public ThreadSnapshot fork(ThreadId thread, String id, Fork fork) {
    return settled(thread, id, () -> editor.fork(thread, id, fork));
  }

  @Override
  public ThreadSnapshot rollback(ThreadId thread, String id, long checkpoint) {
    return settled(thread, id, () -> editor.rollback(thread, id, checkpoint));
  }

  @Override
  public ThreadSnapshot copy(ThreadId thread, ThreadId to) {
    ThreadView source = revival.with(thread, () -> reader.view(thread));
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
    return revival
        .with(thread, () -> calls.query(thread, "migration", MigrationReply.class, version))
        .orThrow();
  }

  @Override
  public void migrate(ThreadId thread, String version) {
    revival.with(thread, () -> editor.migrate(thread, version));
  }

  @Override
  public void delete(ThreadId thread) {
    calls.delete(thread);
  }

  @Override
  public KeptThreads kept() {
    return new KeptWorkflows(connection, calls, this::delete);
  }

  private ThreadSnapshot settled(ThreadId thread, String id, Runnable change) {
    revival.with(thread, change);
    settle(thread, id);
    return snapshot(thread);
  }

  /** An edit may ask routers, which takes a task. A later run is not waited for. */
  private void settle(ThreadId thread, String id) {
    ThreadView now = reader.view(thread);
    if (!isBusy(now, id)) {
      return;
    }
    try (EventStream events = follow(thread, now.lastEvent() + 1)) {
      while (isBusy(reader.view(thread), id) && !reader.isClosed(thread)) {
        List<RunEvent> unused = events.next(connection.options().patience());
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static boolean isBusy(ThreadView view, String id) {
    return view.status() == ThreadStatus.BUSY && view.runs().contains(id);
  }

  @Override
  public List<ThreadId> threads(ThreadQuery query) {
    return new ThreadSearch(connection, calls).find(query);
  }

  /** The state is not asked for: that takes the code of the graph, which an operator may lack. */
  @Override
  public List<ParkedTask> parked(ThreadId thread) {
    return ParkedTask.of(
        saved.or(thread, () -> reader.view(thread).with(State.empty()), kept -> kept.views().now()),
        codec());
  }

  @Override
  public PendingTasks pending() {
    return PendingActivities.of(connection, calls);
  }

  @Override
  public Schedules schedules() {
    return TemporalSchedules.of(connection, calls, starter, graphs);
  }

  @Override
  public ThreadSnapshot snapshot(ThreadId thread) {
    return saved.or(thread, () -> reader.snapshot(thread), kept -> kept.views().now());
  }

  @Override
  public ThreadSnapshot snapshot(ThreadId thread, long checkpoint) {
    return saved.or(
        thread, () -> reader.snapshot(thread, checkpoint), kept -> kept.views().at(checkpoint));
  }

  @Override
  public List<HistoryEntry> history(ThreadId thread, HistoryQuery query) {
    return saved.or(
        thread, () -> reader.history(thread, query), kept -> kept.views().history(query));
  }

  @Override
  public State stateAt(ThreadId thread, long checkpoint) {
    return saved.or(
        thread, () -> reader.stateAt(thread, checkpoint), kept -> kept.views().shownAt(checkpoint));
  }

  @Override
  public List<RunEvent> events(ThreadId thread, long from) {
    return saved.or(
        thread, () -> reader.events(thread, from), kept -> SavedReader.events(kept, from));
  }

  @Override
  public RunStream stream(RunHandle run, StreamOptions options) {
    return new FollowedRunStream(this, run.thread(), run.runId(), options);
  }

  @Override
  public EventStream follow(ThreadId thread, long from) {
    return saved.or(thread, () -> followLive(thread, from), kept -> SavedReader.follow(kept, from));
  }

  private EventStream followLive(ThreadId thread, long from) {
    ThreadView unused = reader.view(thread);
    return feeds.follow(thread, from);
  }

  @Override
  public RunHandle run(ThreadId thread, String runId) {
    return saved.or(thread, () -> runLive(thread, runId), kept -> saved.run(kept, runId));
  }

  private RunHandle runLive(ThreadId thread, String runId) {
    if (reader.run(thread, runId).phase() == RunView.Phase.UNKNOWN) {
      throw new UnknownRunException(thread.value(), runId);
    }
    return handle(thread, runId, Start.EARLIER, ByteString.EMPTY);
  }

  /** Ends what this runtime has begun; the connection stays open. */
  @Override
  public void close() {
    pruning.ifPresent(SavedPruning::close);
    feeds.close();
    timer.shutdownNow();
  }
}

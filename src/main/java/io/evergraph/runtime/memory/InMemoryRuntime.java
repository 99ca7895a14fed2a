package io.evergraph.runtime.memory;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.evergraph.event.RunEvent;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeEdit;
import io.evergraph.graph.PauseMode;
import io.evergraph.graph.Steering;
import io.evergraph.pregel.Frame;
import io.evergraph.pregel.Input;
import io.evergraph.pregel.Pregel;
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
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunStream;
import io.evergraph.runtime.RuntimeInfo;
import io.evergraph.runtime.StreamOptions;
import io.evergraph.runtime.TaskThreads;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadQuery;
import io.evergraph.runtime.ThreadSnapshot;
import io.evergraph.runtime.TimeOrderedId;
import io.evergraph.runtime.codec.AnswerSchemas;
import io.evergraph.runtime.codec.Namespaces;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.runtime.codec.ValueCheck;
import io.evergraph.runtime.node.NodeInvoker;
import io.evergraph.runtime.spi.EventBus;
import io.evergraph.runtime.spi.NodeCache;
import io.evergraph.runtime.stream.FollowedRunStream;
import io.evergraph.runtime.thread.SavedThreads;
import io.evergraph.runtime.thread.ThreadCopy;
import io.evergraph.runtime.thread.ThreadMetadata;
import io.evergraph.runtime.thread.ThreadProgress;
import io.evergraph.runtime.thread.UnboundThread;
import io.evergraph.state.State;
import io.evergraph.state.StateUpdate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Runs graphs in this process, on threads of its own; what it holds is lost with the process.
 *
 * <p>The same engine, states and events as on Temporal, for tests, tools and work that may be lost.
 */
public final class InMemoryRuntime implements GraphRuntime {
  /** An application may make a graph anew for each run. */
  private static final long MOST_ENGINES = 1_000;

  private final GraphRegistry graphs;
  private final StateCodec codec;
  private final AnswerSchemas schemas;
  private final EventBus bus;
  private final NodeCache cache;
  private final NodeInvoker invoker;
  private final Clock clock;
  private final Optional<CheckpointWriter> checkpoints;
  private final InMemoryThreads threads;
  private final Cache<Graph, Pregel> engines =
      Caffeine.newBuilder().maximumSize(MOST_ENGINES).executor(Runnable::run).build();
  private final ExecutorService executor = TaskThreads.newExecutor("evergraph-task");
  private final PendingReports reports = new PendingReports();
  private final Timer timer;

  InMemoryRuntime(InMemoryRuntimeBuilder settings) {
    this.graphs = settings.graphs;
    this.codec = StateCodec.create();
    this.schemas = new AnswerSchemas(codec);
    this.bus = settings.bus;
    this.cache = settings.cache;
    this.invoker = new NodeInvoker(codec, schemas, bus, graphs::hook, cache, () -> settings.store);
    this.clock = settings.clock;
    this.timer = settings.timer == null ? new SystemTimer(clock) : settings.timer;
    this.checkpoints =
        Optional.ofNullable(settings.checkpoints)
            .map(it -> new CheckpointWriter(new SavedThreads(it, codec), graphs, clock));
    this.threads = new InMemoryThreads(this, settings.mostEnded, settings.longestEnded);
    threads.goOnWithSaved();
    Optional.ofNullable(settings.keepStopped).ifPresent(this::forgetStopped);
  }

  /** Returns a runtime of the given graphs. */
  public static InMemoryRuntime of(Graph... graphs) {
    return of(GraphRegistry.of(graphs));
  }

  /** Returns a runtime of the graphs of a registry. */
  public static InMemoryRuntime of(GraphRegistry graphs) {
    return builder(graphs).build();
  }

  /** Returns a builder of a runtime of the graphs of a registry. */
  public static InMemoryRuntimeBuilder builder(GraphRegistry graphs) {
    return new InMemoryRuntimeBuilder(graphs);
  }

  @Override
  public RuntimeInfo info() {
    return new RuntimeInfo(
        "memory",
        RuntimeInfo.Durability.LOST_WITH_PROCESS,
        RuntimeInfo.USUAL_MESSAGE_BYTES,
        checkpoints.map(it -> Map.of(RuntimeInfo.CHECKPOINTS, it.saved().kind())).orElse(Map.of()));
  }

  @Override
  public GraphRegistry graphs() {
    return graphs;
  }

  @Override
  public StateCodec codec() {
    return codec;
  }

  @Override
  public NodeCache cache() {
    return cache;
  }

  @Override
  public EventBus bus() {
    return bus;
  }

  @Override
  public ThreadSnapshot create(ThreadId thread, Map<String, Object> metadata) {
    return threads
        .create(thread, codec.plain(ThreadMetadata.checked(metadata), "metadata"))
        .snapshot();
  }

  @Override
  public RunHandle start(String name, ThreadId thread, StateUpdate input, RunOptions options) {
    Graph graph = graphs.graph(name);
    RunOptions sent = options.asSent(codec);
    Input.NewInput checked =
        new Input.NewInput(
            sent.runId(),
            new ValueCheck(codec, graph, "the input").input(input),
            sent.settingsFor(graph.spec()),
            sent.metadata());
    return threads.open(thread, options).submit(graph, checked, options);
  }

  private StateUpdate checked(StateUpdate update, Graph graph) {
    return new ValueCheck(codec, graph, "the input").update(update);
  }

  @Override
  public RunHandle resume(
      ThreadId thread,
      @Nullable String graph,
      String runId,
      List<Answer> answers,
      Steering steering) {
    GivenId.require(runId, "a run");
    return threads
        .find(thread)
        .resume(new ResumeOrder(codec, schemas, graph, runId, answers, steering));
  }

  @Override
  public void cancel(ThreadId thread, OnCancel writes) {
    threads.find(thread).cancel(writes);
  }

  @Override
  public void cancel(ThreadId thread, String runId, OnCancel writes) {
    threads.find(thread).cancel(runId, writes);
  }

  @Override
  public void pause(ThreadId thread, PauseMode mode) {
    threads.find(thread).pause(mode, any -> true);
  }

  @Override
  public void pause(ThreadId thread, String runId, PauseMode mode) {
    threads.find(thread).pause(mode, at -> at.isOf(runId));
  }

  @Override
  public ThreadSnapshot editState(
      ThreadId thread, String editId, @Nullable String graph, List<NodeEdit> edits) {
    return edit(thread, editId, bound(thread, graph), Frame.ROOT, edits);
  }

  private ThreadSnapshot edit(
      ThreadId thread, String editId, Graph bound, String namespace, List<NodeEdit> edits) {
    GivenId.require(editId, "an edit");
    List<NodeEdit> checked = checked(edits, Namespaces.graphOf(bound, namespace));
    Input edit =
        new Input.StateEdit(
            editId, namespace, checked, RunOptions.defaults().settingsFor(bound.spec()));
    InMemoryThread found = threads.find(thread);
    return InMemoryEventStream.settled(found, editId, () -> found.edit(bound, editId, edit));
  }

  @Override
  public ThreadSnapshot editSubgraph(
      ThreadId thread, String editId, String namespace, List<NodeEdit> edits) {
    return edit(thread, editId, bound(thread, null), namespace, edits);
  }

  private Graph bound(ThreadId thread, @Nullable String otherwise) {
    return threads
        .find(thread)
        .graph()
        .or(() -> Optional.ofNullable(otherwise).map(graphs::graph))
        .orElseThrow(() -> UnboundThread.withoutGraph(thread.value()));
  }

  private List<NodeEdit> checked(List<NodeEdit> edits, Graph graph) {
    return edits.stream()
        .map(edit -> new NodeEdit(checked(edit.update(), graph), edit.asNode()))
        .toList();
  }

  @Override
  public ThreadSnapshot fork(ThreadId thread, String forkId, Fork fork) {
    GivenId.require(forkId, "a fork");
    InMemoryThread found = threads.find(thread);
    long from = fork.checkpoint();
    Graph bound = found.read(it -> it.progressFor(from).pregel().graph());
    String namespace = found.read(it -> it.progressFor(from).commitOrThrow(from).namespace());
    List<NodeEdit> edits = checked(fork.edits(), Namespaces.graphOf(bound, namespace));
    Fork checked = new Fork(from, fork.branch(), edits);
    RunSettings settings = RunOptions.defaults().settingsFor(bound.spec());
    return InMemoryEventStream.settled(found, forkId, () -> found.fork(forkId, checked, settings));
  }

  @Override
  public ThreadSnapshot rollback(ThreadId thread, String rollbackId, long checkpoint) {
    return threads.find(thread).rollback(GivenId.require(rollbackId, "a rollback"), checkpoint);
  }

  @Override
  public ThreadSnapshot copy(ThreadId thread, ThreadId to) {
    InMemoryThread source = threads.find(thread);
    Optional<ThreadProgress> copy =
        source
            .graph()
            .map(bound -> pregel(graphs.graph(bound.name())))
            .map(it -> source.read(at -> ThreadCopy.of(at.progressFor(0), it, codec, to)));
    ThreadSnapshot created = create(to, source.snapshot().metadata());
    return copy.map(threads.find(to)::begin).orElse(created);
  }

  @Override
  public MigrationPlan migration(ThreadId thread, String version) {
    Graph to = versionFor(thread, version);
    return threads.find(thread).read(it -> it.progressFor(0).migration(to.spec()));
  }

  @Override
  public void migrate(ThreadId thread, String version) {
    Graph to = versionFor(thread, version);
    ThreadSnapshot unused = threads.find(thread).migrate(to, TimeOrderedId.next());
  }

  private Graph versionFor(ThreadId thread, String version) {
    return graphs.graph(
        threads.find(thread).read(it -> it.progressFor(0).pregel().spec().name()), version);
  }

  @Override
  public void delete(ThreadId thread) {
    threads.delete(thread);
  }

  @Override
  public KeptThreads kept() {
    return threads.kept();
  }

  @Override
  public ThreadSnapshot snapshot(ThreadId thread) {
    return threads.find(thread).snapshot();
  }

  @Override
  public List<ThreadId> threads(ThreadQuery query) {
    return query.of(threads.goingOn());
  }

  @Override
  public ThreadSnapshot snapshot(ThreadId thread, long checkpoint) {
    return threads.find(thread).read(it -> it.views().at(checkpoint));
  }

  @Override
  public List<HistoryEntry> history(ThreadId thread, HistoryQuery query) {
    return threads.find(thread).read(it -> it.views().history(query));
  }

  @Override
  public State stateAt(ThreadId thread, long checkpoint) {
    return threads.find(thread).read(it -> it.views().shownAt(checkpoint));
  }

  @Override
  public List<RunEvent> events(ThreadId thread, long from) {
    return threads.find(thread).read(it -> it.events(from));
  }

  @Override
  public RunStream stream(RunHandle run, StreamOptions options) {
    return new FollowedRunStream(this, run.thread(), run.runId(), options);
  }

  @Override
  public EventStream follow(ThreadId thread, long from) {
    return new InMemoryEventStream(threads.find(thread), from);
  }

  @Override
  public RunHandle run(ThreadId thread, String runId) {
    return threads.find(thread).known(runId);
  }

  /**
   * Waits until each thread knows how those stand that work for its tasks, and shows it in its
   * status: for whoever moves the clock.
   */
  public void awaitReports() throws InterruptedException {
    reports.await();
  }

  @Override
  public void close() {
    checkpoints.ifPresent(CheckpointWriter::close);
    threads.close();
    timer.close();
    executor.shutdownNow();
    invoker.close();
  }

  InMemoryThreads threads() {
    return threads;
  }

  /** Again and again, as long as the timer lives. */
  private void forgetStopped(Duration after) {
    threads.forgetStopped(clock.instant().minus(after));
    Instant next = clock.instant().plus(after.dividedBy(10));
    Future<?> unused = timer.at(next, () -> forgetStopped(after));
  }

  /** Returns what saves threads, where there is a store. */
  Optional<CheckpointWriter> checkpoints() {
    return checkpoints;
  }

  Clock clock() {
    return clock;
  }

  NodeInvoker invoker() {
    return invoker;
  }

  Pregel pregel(Graph graph) {
    return engines.get(graph, Pregel::of);
  }

  void execute(Runnable action) {
    executor.execute(action);
  }

  /** Has a thread told soon how one stands that works for it. */
  void report(Runnable action) {
    reports.make(executor, action);
  }

  Timer timer() {
    return timer;
  }
}

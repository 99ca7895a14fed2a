package io.evergraph.temporal.workflow;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.error.GraphException;
import io.evergraph.error.StateMissingException;
import io.evergraph.error.ThreadBusyException;
import io.evergraph.error.VersionMisfitException;
import io.evergraph.event.RunEvent;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphSpec;
import io.evergraph.pregel.Commit;
import io.evergraph.pregel.Input;
import io.evergraph.pregel.Next;
import io.evergraph.pregel.Pregel;
import io.evergraph.pregel.TaskResult;
import io.evergraph.runtime.HistoryQuery;
import io.evergraph.runtime.MigrationPlan;
import io.evergraph.runtime.RunMode;
import io.evergraph.runtime.ThreadStatus;
import io.evergraph.runtime.thread.ProgressCodec;
import io.evergraph.temporal.payload.JsonSize;
import io.evergraph.temporal.protocol.Acknowledgement;
import io.evergraph.temporal.protocol.ContinuedState;
import io.evergraph.temporal.protocol.Failures;
import io.evergraph.temporal.protocol.GraphInput;
import io.evergraph.temporal.protocol.HistoryPage;
import io.evergraph.temporal.protocol.MigrateMessage;
import io.evergraph.temporal.protocol.StateKey;
import io.evergraph.temporal.protocol.StateLineage;
import io.evergraph.temporal.protocol.SubmitMessage;
import io.evergraph.temporal.protocol.ThreadMessage;
import io.evergraph.temporal.protocol.Topology;
import io.temporal.workflow.SideEffectOptions;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInfo;
import io.temporal.workflow.unsafe.WorkflowUnsafe;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A thread inside its workflow: what was sent to it, the graph it is bound to, and its progress.
 * Deterministic; for the threads of one workflow only.
 */
final class GraphThread {
  private static final SideEffectOptions TOPOLOGY =
      SideEffectOptions.newBuilder().setSummary("topology").build();

  private final InterpreterServices shared;
  private final WorkflowInfo workflow;
  private final Map<String, Object> metadata;
  private final Instant created;
  private final Inbox inbox;
  private final PreviousExecutions earlier;
  private @Nullable GraphBinding binding;
  private RunMode mode = RunMode.THREAD;
  private long stops;
  private long taken;

  GraphThread(InterpreterServices shared, GraphInput input) {
    this.shared = shared;
    this.workflow = Workflow.getInfo();
    this.metadata = input.metadataOrNone();
    ContinuedState carried = input.carried();
    if (carried == null) {
      this.created = Instant.ofEpochMilli(workflow.getRunStartedTimestampMillis());
      this.inbox = new Inbox();
      this.earlier = PreviousExecutions.NONE;
    } else {
      this.created = carried.created();
      List<ThreadMessage> waiting =
          carried.inbox().stream().map(it -> ThreadMessage.read(it, shared.codec())).toList();
      this.inbox = new Inbox(waiting, carried.seen());
      this.earlier = new PreviousExecutions(carried.earlier());
      restore(carried);
    }
  }

  private void restore(ContinuedState carried) {
    mode = carried.mode();
    stops = carried.stops();
    JsonNode graph = carried.graph();
    JsonNode progress = carried.wholeProgress(shared.codec().mapper());
    if (graph != null && progress != null) {
      binding = GraphBinding.restored(shared, new Topology(graph), progress);
      binding.offerStates(workflow.getRunId());
    }
  }

  /**
   * Returns what the next execution needs to go on.
   *
   * @param checkpoints how many of the newest checkpoints come along whole
   * @param events how many of the newest events come along
   */
  ContinuedState carried(int checkpoints, int events) {
    List<JsonNode> waiting =
        inbox.messages().stream().<JsonNode>map(it -> it.write(shared.codec())).toList();
    GraphBinding bound = binding;
    return bound == null
        ? new ContinuedState(null, null, mode, stops, created, waiting, inbox.seen(), earlier.all())
        : new ContinuedState(
            Topology.of(bound.spec(), shared.codec()).graph(),
            new ProgressCodec(shared.codec(), bound.code())
                .write(bound.progress(), checkpoints, events),
            mode,
            stops,
            created,
            waiting,
            inbox.seen(),
            earlier.and(workflow.getRunId(), bound.progress()));
  }

  /** Returns how many messages this execution has taken in. */
  long taken() {
    return taken;
  }

  PreviousExecutions earlier() {
    return earlier;
  }

  /** Returns what the thread shows of itself. */
  ThreadQueries views() {
    return new ThreadQueries(this, metadata, created, workflow.getRunId());
  }

  InterpreterServices shared() {
    return shared;
  }

  String id() {
    return workflow.getWorkflowId();
  }

  Inbox inbox() {
    return inbox;
  }

  Optional<GraphBinding> binding() {
    return Optional.ofNullable(binding);
  }

  GraphBinding bindingOrThrow(long checkpoint) {
    return binding()
        .orElseThrow(
            () -> new StateMissingException(id(), checkpoint, "the thread has no run yet"));
  }

  static Instant now() {
    return Instant.ofEpochMilli(Workflow.currentTimeMillis());
  }

  /** Takes a message in; it is applied in its turn. */
  Acknowledgement offer(ThreadMessage message) {
    if (inbox.knows(message.id())) {
      return ack(message, Acknowledgement.Outcome.DUPLICATE, 1);
    }
    inbox.add(message);
    taken++;
    return ack(message, Acknowledgement.Outcome.ACCEPTED, lastEvent() + 1);
  }

  private Acknowledgement ack(ThreadMessage message, Acknowledgement.Outcome outcome, long event) {
    return new Acknowledgement(message.id(), outcome, event, mode == RunMode.ALONE ? true : null);
  }

  private long lastEvent() {
    return binding == null ? 0 : binding.progress().lastEvent();
  }

  boolean isRunning() {
    return binding != null && binding.progress().isRunning();
  }

  boolean hasReadyMessages() {
    return inbox.hasReady(this::isReady);
  }

  private boolean isReady(ThreadMessage message) {
    return message.isReady(status()) && (binding != null || !message.waitsForGraph());
  }

  /** Applies the messages whose turn it is. */
  void drain() {
    Optional<ThreadMessage> message = inbox.takeReady(this::isReady);
    while (message.isPresent()) {
      apply(message.get());
      message = inbox.takeReady(this::isReady);
    }
  }

  private void apply(ThreadMessage message) {
    Optional<GraphBinding> bound = graphToBind(message).map(this::bind).or(this::binding);
    if (message instanceof SubmitMessage submit) {
      mode = submit.options().mode();
    }
    if (bound.isPresent() && message instanceof MigrateMessage migration) {
      migrate(bound.get(), migration);
    } else {
      bound.ifPresent(it -> apply(it, message));
    }
  }

  private static Optional<String> graphToBind(ThreadMessage message) {
    try {
      return message.graphToBind();
    } catch (GraphException nameless) {
      throw Failures.of(nameless);
    }
  }

  /**
   * What the engine refuses becomes an event. A thread that cannot even begin has nowhere to record
   * why: its workflow fails.
   */
  private void apply(GraphBinding bound, ThreadMessage message) {
    addCause(bound, message);
    try {
      note(bound, bound.apply(message));
    } catch (GraphException refused) {
      if (message instanceof SubmitMessage && bound.progress().lastEvent() == 0) {
        throw Failures.of(refused);
      }
      ignore(bound, message.interruptId(), refused);
    }
  }

  /**
   * Returns the thread's binding to a graph; the first call records the graph's topology.
   *
   * @throws io.evergraph.error.UnknownGraphException when no worker's graph has the name: it fails
   *     the workflow task, which waits so for a worker that knows it
   */
  GraphBinding bind(String graph) {
    if (binding == null) {
      Topology recorded = recorded(shared.graphs().graph(graph));
      binding = GraphBinding.begin(shared, shared.codeOf(recorded), shared.specOf(recorded), id());
    }
    return binding;
  }

  private Topology recorded(Graph current) {
    return Workflow.sideEffect(Topology.class, () -> shared.topologies().of(current), TOPOLOGY);
  }

  /**
   * Moves to another version of the graph, whose topology is recorded. A version that this worker
   * does not have fails the workflow task, which waits so for a worker that has it.
   */
  private void migrate(GraphBinding bound, MigrateMessage message) {
    Topology recorded = recorded(shared.graphs().graph(bound.spec().name(), message.version()));
    GraphSpec spec = shared.specOf(recorded);
    Graph code = shared.codeOf(recorded);
    Pregel pregel = Pregel.of(spec, code);
    addCause(bound, message);
    try {
      note(bound, bound.progress().migrate(pregel, message.id(), now()));
    } catch (VersionMisfitException | ThreadBusyException refused) {
      ignore(bound, message.interruptId(), refused);
      return;
    }
    GraphBinding moved = bound.movedTo(code, pregel);
    binding = moved;
    moved
        .progress()
        .newcomers(message.id(), moved.settings())
        .ifPresent(edit -> note(moved, moved.progress().accept(edit, now())));
  }

  MigrationPlan migration(String version) {
    return bindingOrThrow(0).migration(version);
  }

  private static void addCause(GraphBinding bound, ThreadMessage message) {
    bound.lineage().add(message.kind(), message.id());
  }

  /** Records that a message could not be taken in. */
  void ignore(GraphBinding bound, String interruptId, GraphException reason) {
    bound.progress().ignore(interruptId, String.valueOf(reason.getMessage()), now());
  }

  /** Returns when the first of the open questions expires; empty when none does. */
  Optional<Instant> deadline() {
    return binding().flatMap(bound -> bound.progress().deadline());
  }

  /** Lets the questions expire whose deadline has passed. */
  void expire(Instant until) {
    binding().ifPresent(bound -> expire(bound, until));
  }

  private void expire(GraphBinding bound, Instant until) {
    bound.lineage().add("expiry", until.toString());
    note(bound, bound.progress().accept(new Input.Expiry(until), now()));
  }

  void settle(List<TaskResult> results) {
    if (binding != null && !results.isEmpty()) {
      note(binding, binding.progress().settle(results, now()));
    }
  }

  /** The states are not part of the workflow: one that is lost here is read by a query. */
  private void note(GraphBinding bound, List<RunEvent> news) {
    if (!WorkflowUnsafe.isReplaying()) {
      shared.graphs().listeners().tell(bound.progress().pregel(), bound.progress().at(), news);
    }
    stops += news.stream().filter(RunEvent::endsRun).count();
    StateLineage lineage = bound.lineage();
    lineage.reached(bound.progress().at().number(), bound.progress()::isKept);
    JsonSize size = new JsonSize(shared.codec());
    for (Commit commit : bound.progress().at().commits()) {
      long written = size.ofContributions(commit.contributions());
      long number = commit.number();
      StateKey key = new StateKey(workflow.getRunId(), number, lineage.of(number));
      shared.states().put(key, commit.state(), written);
    }
  }

  /** Returns how many times a run has stopped. */
  long stops() {
    return stops;
  }

  ThreadStatus status() {
    return binding().map(bound -> bound.progress().status()).orElse(ThreadStatus.IDLE);
  }

  Optional<Next> next() {
    return binding().map(bound -> bound.progress().next());
  }

  /** Returns whether the workflow ends here: a run alone has come to its end. */
  boolean isOver() {
    return mode == RunMode.ALONE
        && inbox.isEmpty()
        && !isRunning()
        && next()
            .filter(it -> it instanceof Next.Finished || it instanceof Next.Failed)
            .isPresent();
  }

  List<RunEvent> events(long from) {
    return binding == null ? List.of() : binding.progress().events(from);
  }

  /** Returns the number of the first event that is kept here. */
  long firstEvent() {
    return binding == null ? 1 : binding.progress().firstEvent();
  }

  /** Returns the execution that keeps a checkpoint, this one or an earlier one. */
  Optional<String> executionOf(long checkpoint) {
    return binding()
        .flatMap(it -> earlier.ofCheckpoint(checkpoint, it.progress(), workflow.getRunId()));
  }

  /** Returns where the checkpoints before the first one here are kept. */
  Optional<HistoryPage.Elsewhere> before(HistoryQuery query) {
    return binding().flatMap(it -> earlier.before(query, it.progress()));
  }
}

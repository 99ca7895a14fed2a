package io.evergraph.temporal.workflow;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.error.GraphException;
import io.evergraph.error.UnknownGraphException;
import io.evergraph.event.RunEvent;
import io.evergraph.pregel.Checkpoint;
import io.evergraph.pregel.Commit;
import io.evergraph.pregel.Input;
import io.evergraph.pregel.Pregel;
import io.evergraph.runtime.HistoryQuery;
import io.evergraph.runtime.RunMode;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.thread.ChildReport;
import io.evergraph.runtime.thread.ProgressCodec;
import io.evergraph.runtime.thread.ReducerDeadline;
import io.evergraph.runtime.thread.ThreadDriver;
import io.evergraph.runtime.thread.ThreadProgress;
import io.evergraph.runtime.thread.ThreadStep;
import io.evergraph.temporal.payload.JsonSize;
import io.evergraph.temporal.protocol.Acknowledgement;
import io.evergraph.temporal.protocol.CancelMessage;
import io.evergraph.temporal.protocol.ContinuedState;
import io.evergraph.temporal.protocol.Failures;
import io.evergraph.temporal.protocol.GraphInput;
import io.evergraph.temporal.protocol.HistoryPage;
import io.evergraph.temporal.protocol.StateKey;
import io.evergraph.temporal.protocol.StateLineage;
import io.evergraph.temporal.protocol.SubmitMessage;
import io.evergraph.temporal.protocol.ThreadMessage;
import io.evergraph.temporal.protocol.Topology;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInfo;
import io.temporal.workflow.unsafe.WorkflowUnsafe;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A thread inside its workflow: its driver, what becomes of its messages and states here, and where
 * earlier executions keep the rest. Deterministic; for the threads of one workflow only.
 */
final class GraphThread implements ThreadDriver.Port {
  private final InterpreterServices shared;
  private final TaskDispatch tasks;
  private final Consumer<ThreadStep> witness;
  private final WorkflowInfo workflow = Workflow.getInfo();
  private final ThreadDriver<ThreadMessage> driver;
  private final PreviousExecutions earlier;
  private final StateLineage lineage;
  private final RecordedReading reading = new RecordedReading();
  private long stops;
  private long taken;
  private @Nullable String heard;

  GraphThread(
      InterpreterServices shared,
      GraphInput input,
      TaskDispatch tasks,
      Consumer<ThreadStep> witness) {
    this.shared = shared;
    this.tasks = tasks;
    this.witness = witness;
    ContinuedState carried = input.carried();
    this.driver =
        new ThreadDriver<>(
            ThreadId.of(workflow.getWorkflowId()),
            input.metadataOrNone(),
            carried == null
                ? Instant.ofEpochMilli(workflow.getRunStartedTimestampMillis())
                : carried.created(),
            this::now,
            this);
    this.earlier = new PreviousExecutions(carried == null ? List.of() : carried.earlier());
    if (carried != null) {
      driver.restore(waiting(carried), carried.seen(), carried.mode(), progress(carried));
      this.stops = carried.stops();
      this.heard = carried.heard();
    }
    this.lineage = new StateLineage(driver.progress().map(it -> it.at().number()).orElse(0L));
    binding().ifPresent(bound -> bound.offerStates(execution()));
  }

  private List<ThreadDriver.Arrival<ThreadMessage>> waiting(ContinuedState carried) {
    List<ThreadDriver.Arrival<ThreadMessage>> waiting = new ArrayList<>();
    for (JsonNode written : carried.inbox()) {
      int place = waiting.size();
      Instant at = place < carried.arrived().size() ? carried.arrived().get(place) : now();
      waiting.add(new ThreadDriver.Arrival<>(ThreadMessage.read(written, shared.codec()), at));
    }
    return waiting;
  }

  /** Goes on with the topology that the thread began with. */
  private @Nullable ThreadProgress progress(ContinuedState carried) {
    JsonNode graph = carried.graph();
    JsonNode progress = carried.wholeProgress(shared.codec().mapper());
    if (graph == null || progress == null) {
      return null;
    }
    Pregel pregel = shared.engineOf(new Topology(graph));
    return new ProgressCodec(shared.codec(), pregel.graph()).read(pregel, progress);
  }

  /**
   * Returns what the next execution needs to go on.
   *
   * @param checkpoints how many of the newest checkpoints come along whole
   * @param events how many of the newest events come along
   */
  ContinuedState carried(int checkpoints, int events) {
    BoundThread bound = binding().orElse(null);
    return new ContinuedState(
        bound == null ? null : Topology.of(bound.pregel().spec(), shared.codec()).graph(),
        bound == null
            ? null
            : new ProgressCodec(shared.codec(), bound.code())
                .write(bound.progress(), checkpoints, events),
        driver.mode(),
        stops,
        driver.created(),
        driver.waiting().stream().<JsonNode>map(it -> it.write(shared.codec())).toList(),
        driver.arrivals().stream().map(ThreadDriver.Arrival::at).toList(),
        driver.seen(),
        bound == null ? earlier.all() : earlier.and(execution(), bound.progress()),
        heard,
        tasks.called());
  }

  /** The task that this thread works for has told it to go on. */
  void wasCalled(String run) {
    heard = run;
  }

  /** Returns the run of the latest call by the task that this thread works for; null for none. */
  @Nullable String heard() {
    return heard;
  }

  long taken() {
    return taken;
  }

  PreviousExecutions earlier() {
    return earlier;
  }

  ThreadQueries views() {
    return new ThreadQueries(this);
  }

  InterpreterServices shared() {
    return shared;
  }

  ThreadDriver<ThreadMessage> driver() {
    return driver;
  }

  String id() {
    return driver.id().value();
  }

  String execution() {
    return workflow.getRunId();
  }

  Optional<BoundThread> binding() {
    return driver.progress().map(this::binding);
  }

  private BoundThread binding(ThreadProgress progress) {
    return new BoundThread(shared, progress, lineage, reading, tasks::underWay);
  }

  BoundThread bindingOrThrow(long checkpoint) {
    return binding(driver.progressFor(checkpoint));
  }

  Instant now() {
    return Instant.ofEpochMilli(Workflow.currentTimeMillis());
  }

  @Override
  public ReducerDeadline reducers() {
    return new ReducerDeadline(
        shared.codec(),
        verdict ->
            Workflow.mutableSideEffect(
                "reducers", String.class, (known, now) -> !known.equals(now), verdict::get));
  }

  @Override
  public void begins(ThreadProgress progress) {
    progress.watchedBy(witness);
  }

  /** Returns whether a task of another thread waits for this one. */
  boolean worksForAnother() {
    return driver.progress().flatMap(ChildReport::caller).isPresent();
  }

  /** Takes the input in that the workflow was started with, if any. */
  void begin(GraphInput input) {
    Optional.ofNullable(input.submit())
        .filter(first -> first.caller() != null)
        .ifPresent(call -> wasCalled(call.id()));
    Optional.ofNullable(input.submit())
        .map(first -> first.completed(execution(), RunMode.ALONE))
        .ifPresent(this::offer);
  }

  Acknowledgement offer(ThreadMessage message) {
    boolean isKnown = driver.knows(message.id());
    if (!isKnown) {
      driver.add(message);
      taken++;
    }
    return new Acknowledgement(
        message.id(),
        isKnown ? Acknowledgement.Outcome.DUPLICATE : Acknowledgement.Outcome.ACCEPTED,
        isKnown ? 1 : driver.progress().map(ThreadProgress::nextEvent).orElse(1L),
        driver.mode() == RunMode.ALONE ? true : null);
  }

  long lastEvent() {
    return driver.progress().map(ThreadProgress::lastEvent).orElse(0L);
  }

  /** Applies a message whose turn has come, and is told what waits and came before it. */
  void apply(ThreadMessage message, List<ThreadMessage> before) {
    if (message instanceof CancelMessage cancel && cancel.run() != null) {
      driver.cancel(cancel.run(), cancel.writesOrKeep(), cancel.id());
      return;
    }
    if (driver.progress().isEmpty()) {
      graphToBind(message).ifPresent(graph -> bind(graph, message.versionToBind()));
    }
    if (message instanceof SubmitMessage submit) {
      driver.setMode(submit.modeOrThread());
    }
    binding().ifPresent(bound -> apply(bound, message, before));
  }

  private static Optional<String> graphToBind(ThreadMessage message) {
    try {
      return message.graphToBind();
    } catch (GraphException nameless) {
      throw Failures.of(nameless);
    }
  }

  /**
   * Binds the thread to a graph; the first call records the graph's topology. A graph that no
   * worker has fails the workflow task, which waits so for a worker that has it.
   */
  private void bind(String graph, Optional<String> version) {
    ThreadProgress unused =
        driver.bind(
            () ->
                BoundThread.engine(
                    shared,
                    version
                        .map(it -> shared.graphToRecord(graph, it))
                        .orElseGet(() -> shared.graphs().graph(graph))));
  }

  /** What is refused becomes an event; the run that somebody waits for has failed. */
  private void apply(BoundThread bound, ThreadMessage message, List<ThreadMessage> before) {
    try {
      if (message instanceof SubmitMessage submit) {
        driver.makeWay(submit.strategy(), before, () -> check(bound, submit));
      }
      lineage.add(message.kind(), message.id());
      moved(bound.progress(), message.apply(bound));
    } catch (UnknownGraphException unknown) {
      throw unknown;
    } catch (RuntimeException | StackOverflowError failure) {
      GraphException refused = RecordedOutcome.refusal("apply a message", failure);
      message
          .beginsRun()
          .ifPresentOrElse(
              cause -> driver.refuse(message, cause, refused),
              () -> driver.refuse(message, message.interruptId(), refused));
    }
  }

  private static void check(BoundThread bound, SubmitMessage submit) {
    Checkpoint unused = submit.preview(bound, bound.progress().at());
  }

  /** A thread without a graph has nowhere to record why it cannot go on: its workflow fails. */
  void refuse(GraphException reason) {
    if (binding().isEmpty()) {
      throw Failures.of(reason);
    }
    driver.refuse(reason);
  }

  void expire(Instant until) {
    lineage.add("expiry", until.toString());
    driver.accept(new Input.Expiry(until));
  }

  /** The states are not part of the workflow: one that is lost here is read by a query. */
  @Override
  public void moved(ThreadProgress progress, List<RunEvent> news) {
    if (!WorkflowUnsafe.isReplaying()) {
      shared.graphs().listeners().tell(progress.pregel(), progress.at(), news);
    }
    stops += news.stream().filter(RunEvent::endsRun).count();
    lineage.reached(progress.at().number(), progress::isKept);
    JsonSize size = new JsonSize(shared.codec());
    for (Commit commit : progress.at().commits()) {
      long written = size.ofContributions(commit.contributions());
      StateKey key = new StateKey(execution(), commit.number(), lineage.of(commit.number()));
      shared.states().put(key, commit.state(), written);
    }
  }

  long stops() {
    return stops;
  }

  long firstEvent() {
    return driver.progress().map(ThreadProgress::firstEvent).orElse(1L);
  }

  Optional<String> executionOf(long checkpoint) {
    return driver.progress().flatMap(it -> earlier.ofCheckpoint(checkpoint, it, execution()));
  }

  /** Returns where the checkpoints before the first one here are kept. */
  Optional<HistoryPage.Elsewhere> before(HistoryQuery query) {
    return driver.progress().flatMap(it -> earlier.before(query, it));
  }
}

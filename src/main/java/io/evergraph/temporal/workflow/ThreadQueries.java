package io.evergraph.temporal.workflow;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.event.RunEvent;
import io.evergraph.graph.Interrupt;
import io.evergraph.runtime.HistoryQuery;
import io.evergraph.runtime.ThreadSnapshot;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.runtime.thread.ProgressCodec;
import io.evergraph.runtime.thread.SavedForm;
import io.evergraph.runtime.thread.ThreadCopy;
import io.evergraph.runtime.thread.ThreadViews;
import io.evergraph.state.State;
import io.evergraph.temporal.payload.JsonSize;
import io.evergraph.temporal.protocol.GraphWorkflow;
import io.evergraph.temporal.protocol.HistoryPage;
import io.evergraph.temporal.protocol.PreviousExecution;
import io.evergraph.temporal.protocol.RunView;
import io.evergraph.temporal.protocol.ThreadView;
import io.evergraph.temporal.protocol.Topology;
import io.evergraph.temporal.protocol.Unsaved;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What a thread shows of itself inside its workflow. Reads only. */
record ThreadQueries(GraphThread thread) {
  private static final long SMALL_STATE_BYTES = 16_000;

  private static final long MARKED_STATE_BYTES = 2_000;

  ThreadSnapshot snapshot() {
    return views().now();
  }

  private ThreadViews views() {
    return thread.driver().views();
  }

  ThreadView view() {
    return view(snapshot());
  }

  Optional<ThreadView> view(long checkpoint) {
    return thread
        .binding()
        .filter(bound -> bound.progress().isKept(checkpoint))
        .map(bound -> view(views().at(checkpoint)));
  }

  ThreadView view(ThreadSnapshot snapshot) {
    return ThreadView.of(
        snapshot.withTasks(new JsonSize(thread.shared().codec()).limited(snapshot.tasks())),
        thread.execution(),
        thread.binding().map(bound -> bound.pregel().spec().version()).orElse(null),
        thread.binding().map(bound -> bound.lineage().of(snapshot.checkpoint())).orElse(null));
  }

  List<HistoryPage.Entry> history(HistoryQuery query) {
    return views().history(query).stream()
        .map(entry -> new HistoryPage.Entry(view(entry.snapshot()), entry.writes()))
        .toList();
  }

  /** As much of the past comes along as may. */
  JsonNode copied(GraphWorkflow.CopyRequest request) {
    BoundThread bound = thread.bindingOrThrow(0);
    ProgressCodec.Most most = CarryOverEstimate.ofCopy(thread.shared().codec(), thread).most();
    return new ProgressCodec(thread.shared().codec(), bound.code())
        .copied(
            bound.progress(),
            request.thread(),
            ThreadCopy.readable(bound.pregel().spec(), request.version(), most));
  }

  /** Returns what came to the thread since it was saved last. */
  Unsaved unsaved(Unsaved.Request request) {
    SavedForm.Position since = request.since();
    Optional<PreviousExecution> first =
        request.anyway() || isKeptSince(since.known())
            ? Optional.empty()
            : thread.earlier().ofEvent(since.known().event() + 1);
    return first.map(Unsaved::in).orElseGet(() -> unsaved(since));
  }

  private boolean isKeptSince(ProgressCodec.Saved known) {
    return thread
        .driver()
        .progress()
        .filter(
            it ->
                it.firstEvent() > known.event() + 1
                    || it.firstCheckpoint() > known.checkpoint() + 1)
        .isEmpty();
  }

  private Unsaved unsaved(SavedForm.Position since) {
    StateCodec codec = thread.shared().codec();
    JsonNode topology =
        thread.binding().map(it -> Topology.of(it.pregel().spec(), codec).graph()).orElse(null);
    SavedForm.Capture news = new SavedForm(codec).capture(thread.driver(), since, topology);
    return new Unsaved(
        null, news.thread(thread.now()), news.part().orElse(null), thread.lastEvent());
  }

  /** Returns an earlier checkpoint, for an execution that does not keep it. */
  JsonNode past(long checkpoint) {
    BoundThread bound = thread.bindingOrThrow(checkpoint);
    return new ProgressCodec(thread.shared().codec(), bound.code())
        .write(bound.progress().past(checkpoint));
  }

  /** A run that is in progress needs no event of an earlier execution to show it. */
  RunView run(String runId) {
    ThreadSnapshot snapshot = snapshot();
    ThreadView view = view(snapshot);
    Optional<RunEvent> end = Optional.empty();
    boolean begun = thread.driver().isRunning() && view.runs().contains(runId);
    for (RunEvent event : thread.driver().events(1)) {
      if (event.runs().contains(runId)) {
        begun = true;
        end = Optional.of(event).filter(RunEvent::endsRun);
      }
    }
    boolean queued = view.queued().stream().anyMatch(run -> run.runId().equals(runId));
    Optional<Long> before =
        begun
            ? Optional.empty()
            : thread.driver().progress().flatMap(it -> it.latestEventOf(runId));
    boolean mayHaveEnded = end.isPresent() || before.isPresent();
    return new RunView(
        phase(begun, queued, end),
        end.orElse(null),
        before.orElse(null),
        mayHaveEnded ? view : null,
        mayHaveEnded ? small(snapshot.state(), SMALL_STATE_BYTES) : null);
  }

  /** Returns how the run stopped that stopped last, with the state where that is small. */
  RunView stop(ThreadSnapshot snapshot) {
    return stopped(snapshot, small(snapshot.state(), MARKED_STATE_BYTES));
  }

  /** Returns how the thread ended, without the state, which is the workflow's result. */
  RunView end(ThreadSnapshot snapshot) {
    return stopped(snapshot, null);
  }

  private RunView stopped(ThreadSnapshot snapshot, @Nullable JsonNode state) {
    List<RunEvent> events = thread.driver().events(thread.firstEvent());
    Optional<RunEvent> end =
        IntStream.rangeClosed(1, events.size())
            .mapToObj(back -> events.get(events.size() - back))
            .filter(RunEvent::endsRun)
            .findFirst();
    return new RunView(RunView.Phase.STOPPED, end.orElse(null), null, view(snapshot), state);
  }

  /** Who asks how a run ended wants the state, too: it saves another query to send it along. */
  private @Nullable JsonNode small(State state, long most) {
    StateCodec codec = thread.shared().codec();
    return RecordedOutcome.<@Nullable JsonNode>or(
        () -> new JsonSize(codec).of(state.values()) <= most ? codec.toJson(state) : null,
        () -> null);
  }

  private static RunView.Phase phase(boolean begun, boolean queued, Optional<RunEvent> end) {
    if (end.isPresent()) {
      return RunView.Phase.STOPPED;
    }
    RunView.Phase before = queued ? RunView.Phase.QUEUED : RunView.Phase.UNKNOWN;
    return begun ? RunView.Phase.RUNNING : before;
  }

  List<Interrupt> interrupts() {
    return snapshot().interrupts();
  }
}

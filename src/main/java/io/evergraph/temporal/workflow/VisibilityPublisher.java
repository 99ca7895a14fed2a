package io.evergraph.temporal.workflow;

import io.evergraph.runtime.ThreadSnapshot;
import io.evergraph.runtime.ThreadStatus;
import io.evergraph.temporal.connection.LocalNotifier;
import io.evergraph.temporal.connection.LocalNotifier.Listener;
import io.evergraph.temporal.connection.LocalThreads;
import io.evergraph.temporal.protocol.Attributes;
import io.evergraph.temporal.protocol.RunEndMarker;
import io.evergraph.temporal.protocol.RunView;
import io.temporal.api.common.v1.Payload;
import io.temporal.common.SearchAttributeUpdate;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.unsafe.WorkflowUnsafe;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Shows outside of a workflow how its thread is doing: status and graph as search attributes or
 * memo, written when they change, and the current details; notifies this process. Each stop of a
 * run leaves a marker in the history that tells how it stopped.
 */
public final class VisibilityPublisher {
  public static final String STATUS = "status";
  public static final String GRAPH = "graph";

  /** What a history may grow by at each stop, whatever the thread holds. */
  private static final int MARKED_BYTES = 4_000;

  private final GraphThread thread;
  private final LocalNotifier notifier;
  private final Optional<LocalThreads> threads;
  private final boolean searchable;
  private String shownStatus;
  private @Nullable String shownGraph;
  private long shownStops;
  private String footnote = "";
  private @Nullable ThreadStatus described;

  VisibilityPublisher(GraphThread thread) {
    this.thread = thread;
    this.notifier = thread.shared().notifier();
    this.threads = thread.shared().threads();
    this.searchable = Workflow.getTypedSearchAttributes().containsKey(Attributes.STATUS);
    this.shownStatus = Optional.ofNullable(shown(STATUS)).orElse("");
    this.shownGraph = shown(GRAPH);
    this.shownStops = thread.stops();
    if (thread.binding().isPresent()) {
      describe();
    }
  }

  /** What the starter of the workflow has written. */
  private @Nullable String shown(String name) {
    if (!searchable) {
      return (String) Workflow.getMemo(name, String.class);
    }
    return Workflow.getTypedSearchAttributes()
        .get(name.equals(GRAPH) ? Attributes.GRAPH : Attributes.STATUS);
  }

  void show() {
    ThreadStatus status = thread.driver().status();
    boolean stopped = thread.stops() != shownStops;
    if (stopped || status != described || isGraphNew()) {
      described = status;
      describe();
      record(status);
    }
    if (stopped) {
      mark();
    }
    if (!WorkflowUnsafe.isReplaying()) {
      threads.ifPresent(it -> it.note(thread.id(), graph(), status));
      notifier.tell(thread.id(), stopped ? Listener::stopped : Listener::moved);
    }
  }

  private void mark() {
    ThreadQueries views = thread.views();
    RunEndMarker.leave(
        RecordedOutcome.or(
            () -> WorkflowDescription.stop(views.snapshot()), () -> "A run has stopped."),
        () ->
            RecordedOutcome.or(
                () -> small(views.stop(views.snapshot())), () -> payload(RunView.untold())));
    shownStops = thread.stops();
  }

  private Payload small(RunView stop) {
    Payload payload = payload(stop);
    return payload.getSerializedSize() <= MARKED_BYTES ? payload : payload(RunView.untold());
  }

  private Payload payload(RunView stop) {
    return RunEndMarker.of(stop, thread.shared().converter());
  }

  void showPostponed(ContinueAsNew.Postponed reason) {
    footnote = WorkflowDescription.postponed(reason);
    describe();
  }

  private void describe() {
    Workflow.setCurrentDetails(
        RecordedOutcome.or(
                () -> WorkflowDescription.current(thread.views().snapshot()),
                () -> "**" + Attributes.nameOf(thread.driver().status()) + "**")
            + footnote);
  }

  private @Nullable String graph() {
    return thread.binding().map(bound -> bound.pregel().spec().name()).orElse(null);
  }

  private boolean isGraphNew() {
    return shownGraph == null && thread.binding().isPresent();
  }

  /** Writes what the list of threads does not show yet. */
  private void record(ThreadStatus shown) {
    String status = Attributes.nameOf(shown);
    if (status.equals(shownStatus) && !isGraphNew()) {
      return;
    }
    String graph = graph();
    if (searchable) {
      List<SearchAttributeUpdate<?>> updates = new ArrayList<>();
      updates.add(Attributes.STATUS.valueSet(status));
      if (graph != null && shownGraph == null) {
        updates.add(Attributes.GRAPH.valueSet(graph));
      }
      Workflow.upsertTypedSearchAttributes(updates.toArray(SearchAttributeUpdate<?>[]::new));
    } else {
      Workflow.upsertMemo(
          graph == null ? Map.of(STATUS, status) : Map.of(STATUS, status, GRAPH, graph));
    }
    shownStatus = status;
    shownGraph = graph;
  }

  /**
   * Leaves behind how the thread has ended, for readers who need not replay it then.
   *
   * <p>It stays listed as it was: the server lists it as closed anyway, and visibility updates are
   * expensive.
   */
  void close(ThreadSnapshot last) {
    RunEndMarker.leave(
        RecordedOutcome.or(() -> WorkflowDescription.stop(last), () -> "The thread has ended."),
        () ->
            RecordedOutcome.or(
                () -> payload(thread.views().end(last)),
                () -> payload(thread.views().end(last.withTasks(List.of())))));
    Workflow.setCurrentDetails(WorkflowDescription.ended(last));
    endUnseen();
  }

  /** Leaves nothing behind but what is shown already; the thread is not open any more. */
  void endUnseen() {
    if (!WorkflowUnsafe.isReplaying()) {
      threads.ifPresent(it -> it.forget(thread.id()));
    }
    tellEndIsNear();
  }

  /** Tells those of this process who wait that the interpreter says nothing more. */
  void tellEndIsNear() {
    if (!WorkflowUnsafe.isReplaying()) {
      notifier.tell(thread.id(), Listener::stopped);
    }
  }
}

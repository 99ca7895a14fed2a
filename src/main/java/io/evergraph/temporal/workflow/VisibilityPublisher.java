package io.evergraph.temporal.workflow;

import io.evergraph.runtime.ThreadSnapshot;
import io.evergraph.runtime.ThreadStatus;
import io.evergraph.temporal.connection.LocalNotifier;
import io.evergraph.temporal.protocol.Attributes;
import io.evergraph.temporal.protocol.EndMarker;
import io.temporal.api.common.v1.Payload;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.common.SearchAttributeUpdate;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.unsafe.WorkflowUnsafe;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Shows outside of a workflow how its thread is doing: status and graph as search attributes or
 * memo, written when they change, and the current details; notifies this process. Each stop of a
 * run leaves an event in the history that does not say busy, so that those who wait for it need not
 * look at every step.
 */
public final class VisibilityPublisher {
  public static final String STATUS = "status";
  public static final String GRAPH = "graph";

  private static final String BUSY = '"' + Attributes.nameOf(ThreadStatus.BUSY) + '"';

  private final GraphThread thread;
  private final LocalNotifier notifier;
  private final boolean searchable;
  private String shownStatus;
  private @Nullable String shownGraph;
  private long shownStops;
  private String footnote = "";
  private @Nullable ThreadStatus described;

  VisibilityPublisher(GraphThread thread) {
    this.thread = thread;
    this.notifier = thread.shared().notifier();
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
    }
    list(status, stopped);
    note(status);
    ring(stopped);
  }

  private void list(ThreadStatus status, boolean stopped) {
    if (stopped && status == ThreadStatus.BUSY) {
      record(ThreadStatus.IDLE);
    }
    if (stopped || isGraphNew() || !isShown(status)) {
      record(status);
    }
  }

  private boolean isShown(ThreadStatus status) {
    return Attributes.nameOf(status).equals(shownStatus);
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

  /** Returns whether an event of a history shows that a run may have stopped. */
  public static boolean tellsStop(HistoryEvent event) {
    Map<String, Payload> shown =
        event.hasUpsertWorkflowSearchAttributesEventAttributes()
            ? event
                .getUpsertWorkflowSearchAttributesEventAttributes()
                .getSearchAttributes()
                .getIndexedFieldsMap()
            : event.getWorkflowPropertiesModifiedEventAttributes().getUpsertedMemo().getFieldsMap();
    return Stream.of(Attributes.STATUS.getName(), STATUS)
        .flatMap(name -> Stream.ofNullable(shown.get(name)))
        .anyMatch(status -> !status.getData().toStringUtf8().equals(BUSY));
  }

  private void note(ThreadStatus status) {
    thread
        .shared()
        .threads()
        .filter(it -> !WorkflowUnsafe.isReplaying())
        .ifPresent(it -> it.note(thread.id(), graph(), status));
  }

  private @Nullable String graph() {
    return thread.binding().map(bound -> bound.spec().name()).orElse(null);
  }

  private boolean isGraphNew() {
    return shownGraph == null && thread.binding().isPresent();
  }

  private void record(ThreadStatus shown) {
    String status = Attributes.nameOf(shown);
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
    shownStops = thread.stops();
  }

  /**
   * Leaves behind how the thread has ended, for readers who need not replay it then.
   *
   * <p>It stays listed as it was: the server lists it as closed anyway, and visibility updates are
   * expensive.
   */
  void close(ThreadSnapshot last) {
    EndMarker.leave(
        () -> RecordedOutcome.or(() -> marked(last), () -> marked(last.withTasks(List.of()))));
    Workflow.setCurrentDetails(WorkflowDescription.ended(last));
    thread.shared().threads().ifPresent(it -> it.forget(thread.id()));
    tellEndIsNear();
  }

  /** Values of tasks may have no form to be written in. */
  private Payload marked(ThreadSnapshot last) {
    return EndMarker.of(thread.views().view(last), thread.shared().converter());
  }

  /** Tells those of this process who wait that the interpreter says nothing more. */
  void tellEndIsNear() {
    if (!WorkflowUnsafe.isReplaying()) {
      notifier.end(thread.id());
    }
  }

  private void ring(boolean stopped) {
    if (WorkflowUnsafe.isReplaying()) {
      return;
    }
    if (stopped) {
      notifier.stop(thread.id());
    } else {
      notifier.move(thread.id());
    }
  }
}

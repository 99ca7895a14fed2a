package io.evergraph.temporal;

import static org.assertj.core.api.Assertions.assertThatCode;

import io.evergraph.graph.Graph;
import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.temporal.connection.TemporalConnection;
import io.evergraph.temporal.workflow.GraphInterpreter;
import io.temporal.api.enums.v1.EventType;
import io.temporal.api.history.v1.History;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.common.WorkflowExecutionHistory;
import io.temporal.testing.WorkflowReplayer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** A thread whose workflow is cancelled between the order to save it and the begin of that. */
class CancelledWhileSavingTest {
  private static final String ENDED = "closed-alone-saved-by-a-child";

  private final List<HistoryEvent> events = new ArrayList<>();

  private void add(HistoryEvent.Builder event) {
    events.add(event.setEventId(events.size() + 1L).build());
  }

  /** Adds a workflow task whose commands follow. */
  private long addTask(List<HistoryEvent> scheduledStartedCompleted) {
    long scheduled = events.size() + 1L;
    add(scheduledStartedCompleted.get(0).toBuilder());
    HistoryEvent.Builder started = scheduledStartedCompleted.get(1).toBuilder();
    started.getWorkflowTaskStartedEventAttributesBuilder().setScheduledEventId(scheduled);
    add(started);
    HistoryEvent.Builder completed = scheduledStartedCompleted.get(2).toBuilder();
    completed
        .getWorkflowTaskCompletedEventAttributesBuilder()
        .setScheduledEventId(scheduled)
        .setStartedEventId(scheduled + 1);
    add(completed);
    return events.size();
  }

  private WorkflowExecutionHistory cancelled(WorkflowExecutionHistory ended) {
    List<HistoryEvent> kept = ended.getHistory().getEventsList();
    int begun =
        kept.stream()
            .map(HistoryEvent::getEventType)
            .toList()
            .indexOf(EventType.EVENT_TYPE_CHILD_WORKFLOW_EXECUTION_STARTED);
    kept.subList(0, begun).forEach(event -> add(event.toBuilder()));
    List<HistoryEvent> task = kept.subList(begun + 1, begun + 4);
    HistoryEvent.Builder cancel =
        HistoryEvent.newBuilder()
            .setEventType(EventType.EVENT_TYPE_WORKFLOW_EXECUTION_CANCEL_REQUESTED);
    cancel.getWorkflowExecutionCancelRequestedEventAttributesBuilder().setCause("by hand");
    add(cancel);
    long unused = addTask(task);
    add(kept.get(begun).toBuilder());
    long last = addTask(task);
    HistoryEvent.Builder end =
        HistoryEvent.newBuilder().setEventType(EventType.EVENT_TYPE_WORKFLOW_EXECUTION_CANCELED);
    end.getWorkflowExecutionCanceledEventAttributesBuilder().setWorkflowTaskCompletedEventId(last);
    add(end);
    return new WorkflowExecutionHistory(
        History.newBuilder().addAllEvents(events).build(),
        ended.getWorkflowExecution().getWorkflowId());
  }

  @Test
  void shouldEndAsCancelledOnceItIsSaved() throws Exception {
    WorkflowExecutionHistory history = cancelled(Golden.read(ENDED).history());
    Graph[] graphs =
        Histories.all().stream()
            .filter(it -> it.name().equals(ENDED))
            .flatMap(it -> it.graphs().stream())
            .toArray(Graph[]::new);

    try (TemporalConnection connection = EmbeddedTemporal.start(StateCodec.create())) {
      Witness witness = Replays.witness(connection, UnaryOperator.identity());
      assertThatCode(
              () ->
                  WorkflowReplayer.replayWorkflowExecution(
                      history,
                      Replays.worker(
                          connection, GraphRegistry.of(graphs), GraphInterpreter::new, witness)))
          .doesNotThrowAnyException();
    }
  }
}

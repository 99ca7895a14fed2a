package io.evergraph.temporal.client;

import com.google.protobuf.ByteString;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.enums.v1.EventType;
import io.temporal.api.enums.v1.HistoryEventFilterType;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.api.workflowservice.v1.GetWorkflowExecutionHistoryRequest;
import io.temporal.api.workflowservice.v1.GetWorkflowExecutionHistoryReverseRequest;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What is asked about the history of a thread's workflow.
 *
 * @param namespace the namespace
 * @param thread the thread
 */
record HistoryRequests(String namespace, String thread) {
  private static final Set<EventType> ENDS =
      EnumSet.of(
          EventType.EVENT_TYPE_WORKFLOW_EXECUTION_COMPLETED,
          EventType.EVENT_TYPE_WORKFLOW_EXECUTION_FAILED,
          EventType.EVENT_TYPE_WORKFLOW_EXECUTION_CANCELED,
          EventType.EVENT_TYPE_WORKFLOW_EXECUTION_TERMINATED,
          EventType.EVENT_TYPE_WORKFLOW_EXECUTION_TIMED_OUT);

  /**
   * Waits for what comes after a place.
   *
   * @param execution the Temporal run id; empty for the latest
   */
  GetWorkflowExecutionHistoryRequest next(String execution, ByteString place) {
    return about(execution)
        .setHistoryEventFilterType(HistoryEventFilterType.HISTORY_EVENT_FILTER_TYPE_ALL_EVENT)
        .setNextPageToken(place)
        .build();
  }

  /** Waits for the event that an execution ends with. */
  GetWorkflowExecutionHistoryRequest end(String execution) {
    return about(execution)
        .setHistoryEventFilterType(HistoryEventFilterType.HISTORY_EVENT_FILTER_TYPE_CLOSE_EVENT)
        .build();
  }

  /** Asks for the latest events. */
  GetWorkflowExecutionHistoryReverseRequest latest(int events) {
    return GetWorkflowExecutionHistoryReverseRequest.newBuilder()
        .setNamespace(namespace)
        .setExecution(WorkflowExecution.newBuilder().setWorkflowId(thread))
        .setMaximumPageSize(events)
        .build();
  }

  private GetWorkflowExecutionHistoryRequest.Builder about(String execution) {
    return GetWorkflowExecutionHistoryRequest.newBuilder()
        .setNamespace(namespace)
        .setWaitNewEvent(true)
        .setExecution(WorkflowExecution.newBuilder().setWorkflowId(thread).setRunId(execution));
  }

  /** Returns the event that a thread has ended with, if it is in a reply. */
  static Optional<HistoryEvent> end(List<HistoryEvent> events) {
    return events.stream().filter(event -> ENDS.contains(event.getEventType())).findFirst();
  }
}

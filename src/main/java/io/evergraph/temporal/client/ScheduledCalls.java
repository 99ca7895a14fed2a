package io.evergraph.temporal.client;

import com.google.protobuf.ByteString;
import io.evergraph.error.BlobUnavailableException;
import io.evergraph.temporal.connection.TemporalConnection;
import io.evergraph.temporal.protocol.NodeCall;
import io.temporal.api.common.v1.Payloads;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.history.v1.ActivityTaskScheduledEventAttributes;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.api.workflow.v1.PendingActivityInfo;
import io.temporal.api.workflowservice.v1.GetWorkflowExecutionHistoryReverseRequest;
import io.temporal.api.workflowservice.v1.GetWorkflowExecutionHistoryReverseResponse;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What activities were scheduled with: the server tells of pending ones without it, so their tasks
 * are looked up in the history, from its end.
 *
 * @param connection the server
 * @param execution the workflow
 */
record ScheduledCalls(TemporalConnection connection, WorkflowExecution execution) {
  private static final int PAGE = 200;

  /** Returns by activity what can be read of it. */
  Map<String, NodeCall> find(List<PendingActivityInfo> pending) {
    Set<String> wanted =
        pending.stream()
            .map(PendingActivityInfo::getActivityId)
            .collect(Collectors.toCollection(HashSet::new));
    Map<String, NodeCall> found = new HashMap<>();
    ByteString next = ByteString.EMPTY;
    while (!wanted.isEmpty()) {
      GetWorkflowExecutionHistoryReverseResponse page = page(next);
      for (HistoryEvent event : page.getHistory().getEventsList()) {
        ActivityTaskScheduledEventAttributes scheduled =
            event.getActivityTaskScheduledEventAttributes();
        if (wanted.remove(scheduled.getActivityId())) {
          call(scheduled.getInput()).ifPresent(call -> found.put(scheduled.getActivityId(), call));
        }
      }
      next = page.getNextPageToken();
      if (next.isEmpty()) {
        wanted.clear();
      }
    }
    return found;
  }

  private GetWorkflowExecutionHistoryReverseResponse page(ByteString next) {
    return connection
        .stub()
        .getWorkflowExecutionHistoryReverse(
            GetWorkflowExecutionHistoryReverseRequest.newBuilder()
                .setNamespace(connection.options().namespace())
                .setExecution(execution)
                .setMaximumPageSize(PAGE)
                .setNextPageToken(next)
                .build());
  }

  /** A program that lacks the store of large values tells of such a task without its id. */
  private Optional<NodeCall> call(Payloads input) {
    try {
      return Optional.ofNullable(
          connection
              .client()
              .getOptions()
              .getDataConverter()
              .fromPayloads(0, Optional.of(input), NodeCall.class, NodeCall.class));
    } catch (BlobUnavailableException outage) {
      return Optional.empty();
    }
  }
}

package io.evergraph.temporal;

import io.temporal.api.history.v1.History;
import io.temporal.api.workflow.v1.WorkflowExecutionInfo;
import io.temporal.client.WorkflowClient;

/**
 * What the current run of a thread's workflow has left in the server's history.
 *
 * @param events how many events
 * @param bytes how large they are together
 */
public record HistorySize(long events, long bytes) {

  /** The embedded server does not count: there the history is read. */
  static HistorySize of(WorkflowClient client, String workflowId) {
    WorkflowExecutionInfo info =
        client.newUntypedWorkflowStub(workflowId).describe().getWorkflowExecutionInfo();
    if (info.getHistorySizeBytes() > 0) {
      return new HistorySize(info.getHistoryLength(), info.getHistorySizeBytes());
    }
    History history = client.fetchHistory(workflowId).getHistory();
    return new HistorySize(history.getEventsCount(), history.getSerializedSize());
  }
}

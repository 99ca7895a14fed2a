package io.evergraph.demo.bench;

import io.evergraph.runtime.ThreadId;
import io.evergraph.temporal.connection.TemporalConnection;
import io.temporal.api.history.v1.History;
import io.temporal.api.workflow.v1.WorkflowExecutionInfo;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowNotFoundException;
import java.util.Optional;

/**
 * What a thread has left in the server's history: all executions of its workflow together, as far
 * as the server still keeps them.
 *
 * @param events how many events
 * @param bytes how large they are together
 */
public record HistorySize(long events, long bytes) {

  /** Returns what a thread has left in the history of a server; empty once it is deleted. */
  public static Optional<HistorySize> find(TemporalConnection connection, ThreadId thread) {
    try {
      return Optional.of(of(connection.client(), thread.value()));
    } catch (WorkflowNotFoundException deleted) {
      return Optional.empty();
    }
  }

  private static HistorySize of(WorkflowClient client, String workflowId) {
    HistorySize sum = new HistorySize(0, 0);
    Optional<String> execution = Optional.of("");
    while (execution.isPresent()) {
      WorkflowExecutionInfo info = describe(client, workflowId, execution.get());
      History history =
          client.fetchHistory(workflowId, info.getExecution().getRunId()).getHistory();
      sum = sum.plus(info, history);
      execution = before(history);
    }
    return sum;
  }

  private static WorkflowExecutionInfo describe(
      WorkflowClient client, String workflowId, String execution) {
    Optional<String> one = Optional.of(execution).filter(it -> !it.isEmpty());
    return client
        .newUntypedWorkflowStub(workflowId, one, Optional.empty())
        .describe()
        .getWorkflowExecutionInfo();
  }

  /** The embedded server does not count bytes. */
  private HistorySize plus(WorkflowExecutionInfo info, History history) {
    long counted = info.getHistorySizeBytes();
    return new HistorySize(
        events + history.getEventsCount(),
        bytes + (counted > 0 ? counted : history.getSerializedSize()));
  }

  private static Optional<String> before(History history) {
    return Optional.of(
            history
                .getEvents(0)
                .getWorkflowExecutionStartedEventAttributes()
                .getContinuedExecutionRunId())
        .filter(execution -> !execution.isEmpty());
  }
}

package io.evergraph.temporal;

import io.evergraph.runtime.ThreadId;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.client.WorkflowClient;
import io.temporal.common.WorkflowExecutionHistory;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The executions of a thread's workflow, each continued as new by the next. */
final class Executions {
  private Executions() {}

  /** Returns the histories of all of them, the oldest first. */
  static List<WorkflowExecutionHistory> of(WorkflowClient client, ThreadId thread) {
    Deque<WorkflowExecutionHistory> all = new ArrayDeque<>();
    all.add(client.fetchHistory(thread.value()));
    String before = before(all.getFirst());
    while (!before.isEmpty()) {
      all.addFirst(client.fetchHistory(thread.value(), before));
      before = before(all.getFirst());
    }
    return List.copyOf(all);
  }

  /** Returns the first thread that was begun as a child. */
  static ThreadId firstChild(List<WorkflowExecutionHistory> all) {
    return all.stream()
        .flatMap(history -> history.getEvents().stream())
        .filter(HistoryEvent::hasChildWorkflowExecutionStartedEventAttributes)
        .map(it -> it.getChildWorkflowExecutionStartedEventAttributes().getWorkflowExecution())
        .map(it -> ThreadId.of(it.getWorkflowId()))
        .findFirst()
        .orElseThrow();
  }

  private static String before(WorkflowExecutionHistory history) {
    return history
        .getEvents()
        .get(0)
        .getWorkflowExecutionStartedEventAttributes()
        .getContinuedExecutionRunId();
  }
}

package io.evergraph.temporal;

import com.google.protobuf.ByteString;
import io.grpc.Context;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.enums.v1.EventType;
import io.temporal.api.enums.v1.HistoryEventFilterType;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.api.workflowservice.v1.GetWorkflowExecutionHistoryRequest;
import io.temporal.api.workflowservice.v1.GetWorkflowExecutionHistoryResponse;
import io.temporal.serviceclient.WorkflowServiceStubs;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The bell of a thread on a real server: waits on the history of its workflow, and rings when a
 * workflow task has moved the thread on.
 */
final class HistoryBell implements Bell {
  private static final long AGAIN_MILLIS = 200;
  private static final Set<EventType> MOVES =
      Set.of(
          EventType.EVENT_TYPE_WORKFLOW_TASK_COMPLETED,
          EventType.EVENT_TYPE_WORKFLOW_EXECUTION_COMPLETED,
          EventType.EVENT_TYPE_WORKFLOW_EXECUTION_FAILED,
          EventType.EVENT_TYPE_WORKFLOW_EXECUTION_CANCELED,
          EventType.EVENT_TYPE_WORKFLOW_EXECUTION_TERMINATED,
          EventType.EVENT_TYPE_WORKFLOW_EXECUTION_TIMED_OUT);

  private final WorkflowServiceStubs stubs;
  private final String namespace;
  private final WorkflowExecution execution;
  private final Context.CancellableContext calls = Context.ROOT.withCancellation();
  private ByteString token = ByteString.EMPTY;
  private boolean ended;

  HistoryBell(WorkflowServiceStubs stubs, String namespace, String thread) {
    this.stubs = stubs;
    this.namespace = namespace;
    this.execution = WorkflowExecution.newBuilder().setWorkflowId(thread).build();
  }

  @Override
  public boolean await() throws InterruptedException {
    while (!ended) {
      if (movesIn(poll())) {
        return true;
      }
    }
    return false;
  }

  private static boolean movesIn(List<HistoryEvent> events) {
    return events.stream().anyMatch(event -> MOVES.contains(event.getEventType()));
  }

  private List<HistoryEvent> poll() throws InterruptedException {
    Context before = calls.attach();
    try {
      GetWorkflowExecutionHistoryResponse reply =
          stubs.blockingStub().getWorkflowExecutionHistory(request());
      token = reply.getNextPageToken();
      ended = token.isEmpty();
      return reply.getHistory().getEventsList();
    } catch (StatusRuntimeException failure) {
      return afterFailure(failure);
    } finally {
      calls.detach(before);
    }
  }

  private GetWorkflowExecutionHistoryRequest request() {
    return GetWorkflowExecutionHistoryRequest.newBuilder()
        .setNamespace(namespace)
        .setExecution(execution)
        .setWaitNewEvent(true)
        .setHistoryEventFilterType(HistoryEventFilterType.HISTORY_EVENT_FILTER_TYPE_ALL_EVENT)
        .setNextPageToken(token)
        .build();
  }

  /** A server that restarts is asked again; the token outlives it. */
  private List<HistoryEvent> afterFailure(StatusRuntimeException failure)
      throws InterruptedException {
    if (Thread.interrupted() || calls.isCancelled()) {
      throw new InterruptedException();
    }
    if (failure.getStatus().getCode() == Status.Code.NOT_FOUND) {
      ended = true;
    } else {
      TimeUnit.MILLISECONDS.sleep(AGAIN_MILLIS);
    }
    return List.of();
  }

  @Override
  public void close() {
    calls.cancel(null);
  }
}

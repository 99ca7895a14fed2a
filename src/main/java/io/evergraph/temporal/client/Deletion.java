package io.evergraph.temporal.client;

import dev.failsafe.Failsafe;
import dev.failsafe.RetryPolicy;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.api.workflowservice.v1.DeleteWorkflowExecutionRequest;
import io.temporal.api.workflowservice.v1.GetWorkflowExecutionHistoryRequest;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.client.WorkflowStub;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Ends workflows and has the server forget them. */
record Deletion(WorkflowClient client) {
  private static final RetryPolicy<Boolean> UNTIL_FORGOTTEN =
      RetryPolicy.<Boolean>builder()
          .handleResult(false)
          .withDelay(Duration.ofMillis(50))
          .withMaxRetries(20)
          .build();
  private static final Set<Status.Code> DONE_OR_NEVER =
      EnumSet.of(Status.Code.NOT_FOUND, Status.Code.UNIMPLEMENTED);
  private static final String REASON = "The thread was deleted.";

  /**
   * Deletes a workflow with the executions that it was continued from, and returns its latest.
   *
   * @throws WorkflowNotFoundException when there is none
   */
  WorkflowExecution delete(String thread) {
    WorkflowStub stub = stub(thread);
    WorkflowExecution latest = stub.describe().getExecution();
    end(stub);
    List<WorkflowExecution> all = chain(latest);
    Collections.reverse(all);
    all.forEach(this::forget);
    return latest;
  }

  private List<WorkflowExecution> chain(WorkflowExecution latest) {
    List<WorkflowExecution> all = new ArrayList<>();
    Optional<WorkflowExecution> next = Optional.of(latest);
    while (next.isPresent()) {
      all.add(next.get());
      next = before(next.get());
    }
    return all;
  }

  private Optional<WorkflowExecution> before(WorkflowExecution execution) {
    GetWorkflowExecutionHistoryRequest request =
        GetWorkflowExecutionHistoryRequest.newBuilder()
            .setNamespace(client.getOptions().getNamespace())
            .setExecution(execution)
            .setMaximumPageSize(1)
            .build();
    try {
      return client
          .getWorkflowServiceStubs()
          .blockingStub()
          .getWorkflowExecutionHistory(request)
          .getHistory()
          .getEventsList()
          .stream()
          .findFirst()
          .map(it -> it.getWorkflowExecutionStartedEventAttributes().getContinuedExecutionRunId())
          .filter(id -> !id.isEmpty())
          .map(id -> execution.toBuilder().setRunId(id).build());
    } catch (StatusRuntimeException refused) {
      if (refused.getStatus().getCode() == Status.Code.NOT_FOUND) {
        return Optional.empty();
      }
      throw refused;
    }
  }

  private WorkflowStub stub(String thread) {
    return client.newUntypedWorkflowStub(thread, Optional.empty(), Optional.empty());
  }

  /** Servers forget in their own time, and the embedded one never does. */
  boolean isForgotten(String thread) {
    return Failsafe.with(UNTIL_FORGOTTEN).get(() -> isGone(thread));
  }

  private boolean isGone(String thread) {
    try {
      WorkflowExecutionStatus unused = stub(thread).describe().getStatus();
      return false;
    } catch (WorkflowNotFoundException gone) {
      return true;
    }
  }

  private static void end(WorkflowStub stub) {
    try {
      stub.terminate(REASON);
    } catch (WorkflowNotFoundException ended) {
      // it has ended by itself: only its history is left
    }
  }

  private void forget(WorkflowExecution execution) {
    DeleteWorkflowExecutionRequest request =
        DeleteWorkflowExecutionRequest.newBuilder()
            .setNamespace(client.getOptions().getNamespace())
            .setWorkflowExecution(execution)
            .build();
    try {
      client.getWorkflowServiceStubs().blockingStub().deleteWorkflowExecution(request);
    } catch (StatusRuntimeException refused) {
      if (!DONE_OR_NEVER.contains(refused.getStatus().getCode())) {
        throw refused;
      }
    }
  }
}

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
import io.temporal.client.WorkflowExecutionDescription;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.client.WorkflowStub;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Has the server end a workflow and forget it. It forgets one that runs at once, and one that ended
 * long ago; one that ended a moment ago, only once it has noted down that everything behind the end
 * is done, up to half a minute later.
 */
record Deletion(WorkflowClient client) {
  private static final Duration LONGEST = Duration.ofSeconds(1);
  private static final Duration LONGEST_OF_ENDED = Duration.ofMillis(50);
  private static final String REASON = "The thread was deleted.";

  /**
   * Deletes a workflow with the executions that it was continued from.
   *
   * @return whether the server has forgotten it; the embedded one never does
   * @throws WorkflowNotFoundException when there is none
   */
  boolean delete(String thread) {
    WorkflowExecutionDescription found = describe(thread);
    WorkflowExecution latest = found.getExecution();
    List<WorkflowExecution> all = chain(latest);
    Collections.reverse(all);
    long forgotten = all.stream().filter(this::forget).count();
    return forgotten == all.size()
        && Failsafe.with(untilForgotten(found)).get(() -> isGone(thread, latest));
  }

  private static RetryPolicy<Boolean> untilForgotten(WorkflowExecutionDescription found) {
    boolean isOpen = found.getStatus() == WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_RUNNING;
    return RetryPolicy.<Boolean>builder()
        .handleResult(false)
        .withBackoff(Duration.ofMillis(5), Duration.ofMillis(100))
        .withMaxRetries(-1)
        .withMaxDuration(isOpen ? LONGEST : LONGEST_OF_ENDED)
        .build();
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

  private WorkflowExecutionDescription describe(String thread) {
    return stub(WorkflowExecution.newBuilder().setWorkflowId(thread).build()).describe();
  }

  private WorkflowStub stub(WorkflowExecution execution) {
    return client.newUntypedWorkflowStub(
        execution.getWorkflowId(),
        Optional.of(execution.getRunId()).filter(id -> !id.isEmpty()),
        Optional.empty());
  }

  /** Deletes also what was continued as new meanwhile. */
  private boolean isGone(String thread, WorkflowExecution deleted) {
    try {
      WorkflowExecution now = describe(thread).getExecution();
      if (!now.equals(deleted)) {
        boolean unused = forget(now);
      }
      return false;
    } catch (WorkflowNotFoundException gone) {
      return true;
    }
  }

  /** Returns whether the server does so; the embedded one cannot, and ends it. */
  private boolean forget(WorkflowExecution execution) {
    DeleteWorkflowExecutionRequest request =
        DeleteWorkflowExecutionRequest.newBuilder()
            .setNamespace(client.getOptions().getNamespace())
            .setWorkflowExecution(execution)
            .build();
    try {
      client.getWorkflowServiceStubs().blockingStub().deleteWorkflowExecution(request);
      return true;
    } catch (StatusRuntimeException refused) {
      return switch (refused.getStatus().getCode()) {
        case NOT_FOUND -> true;
        case UNIMPLEMENTED -> {
          end(execution);
          yield false;
        }
        default -> throw refused;
      };
    }
  }

  private void end(WorkflowExecution execution) {
    try {
      stub(execution).terminate(REASON);
    } catch (WorkflowNotFoundException ended) {
      // it has ended by itself
    }
  }
}

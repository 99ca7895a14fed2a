package io.evergraph.temporal;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.api.workflowservice.v1.DeleteWorkflowExecutionRequest;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.client.WorkflowStub;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/** Ends workflows and has the server forget them. */
record Deletion(WorkflowClient client) {
  private static final int LOOKS = 20;
  private static final long PAUSE_NANOS = 50_000_000;
  private static final String REASON = "The thread was deleted.";

  /**
   * Deletes a workflow, and returns which execution it was.
   *
   * @throws WorkflowNotFoundException when there is none
   */
  WorkflowExecution delete(String thread) {
    WorkflowStub stub = stub(thread);
    WorkflowExecution execution = stub.describe().getExecution();
    end(stub);
    forget(execution);
    return execution;
  }

  private WorkflowStub stub(String thread) {
    return client.newUntypedWorkflowStub(thread, Optional.empty(), Optional.empty());
  }

  /** Servers forget in their own time, and the embedded one never does. */
  boolean isForgotten(String thread) {
    for (int look = 0; look < LOOKS; look++) {
      try {
        WorkflowExecutionStatus unused = stub(thread).describe().getStatus();
      } catch (WorkflowNotFoundException gone) {
        return true;
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    return false;
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
      if (refused.getStatus().getCode() != Status.Code.UNIMPLEMENTED) {
        throw refused;
      }
    }
  }
}

package io.evergraph.temporal;

import io.grpc.StatusRuntimeException;
import io.temporal.api.workflowservice.v1.GetWorkflowExecutionHistoryRequest;
import io.temporal.api.workflowservice.v1.GetWorkflowExecutionHistoryResponse;
import io.temporal.serviceclient.WorkflowServiceStubs;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The reply to a long poll, which may be waited for in parts: the server is asked once, also where
 * its reader does something else in between. For one reader.
 */
final class PendingReply {
  private static final long LONGEST_POLL_SECONDS = 60;

  private final WorkflowServiceStubs stubs;
  private @Nullable Future<GetWorkflowExecutionHistoryResponse> reply;
  private @Nullable GetWorkflowExecutionHistoryRequest asked;

  PendingReply(WorkflowServiceStubs stubs) {
    this.stubs = stubs;
  }

  /**
   * Waits for the reply to a request, which is sent unless it was before.
   *
   * @return the reply; empty where it has not come yet
   * @throws StatusRuntimeException when the server refuses, or cannot be asked
   */
  Optional<GetWorkflowExecutionHistoryResponse> await(
      GetWorkflowExecutionHistoryRequest request, long nanos) throws InterruptedException {
    try {
      GetWorkflowExecutionHistoryResponse found = replyTo(request).get(nanos, TimeUnit.NANOSECONDS);
      reply = null;
      return Optional.of(found);
    } catch (TimeoutException goesOn) {
      return Optional.empty();
    } catch (ExecutionException failure) {
      reply = null;
      if (failure.getCause() instanceof StatusRuntimeException status) {
        throw status;
      }
      throw new IllegalStateException(failure);
    }
  }

  private Future<GetWorkflowExecutionHistoryResponse> replyTo(
      GetWorkflowExecutionHistoryRequest request) {
    Future<GetWorkflowExecutionHistoryResponse> pending = reply;
    if (pending == null || !request.equals(asked)) {
      pending =
          stubs
              .futureStub()
              .withDeadlineAfter(LONGEST_POLL_SECONDS, TimeUnit.SECONDS)
              .getWorkflowExecutionHistory(request);
      reply = pending;
      asked = request;
    }
    return pending;
  }
}

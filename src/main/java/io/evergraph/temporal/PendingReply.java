package io.evergraph.temporal;

import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.MoreExecutors;
import io.grpc.StatusRuntimeException;
import io.temporal.api.workflowservice.v1.GetWorkflowExecutionHistoryRequest;
import io.temporal.api.workflowservice.v1.GetWorkflowExecutionHistoryResponse;
import io.temporal.serviceclient.WorkflowServiceStubs;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The reply to a long poll, which may be waited for in parts: the server is asked once, also where
 * its reader does something else in between. For one reader.
 */
final class PendingReply {
  private static final long LONGEST_POLL_SECONDS = 60;

  private final WorkflowServiceStubs stubs;
  private final Semaphore wakes = new Semaphore(0);
  private @Nullable ListenableFuture<GetWorkflowExecutionHistoryResponse> reply;
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
    Future<GetWorkflowExecutionHistoryResponse> pending = replyTo(request);
    if (!pending.isDone() && !(wakes.tryAcquire(nanos, TimeUnit.NANOSECONDS) && pending.isDone())) {
      return Optional.empty();
    }
    wakes.drainPermits();
    try {
      GetWorkflowExecutionHistoryResponse found = pending.get();
      reply = null;
      return Optional.of(found);
    } catch (ExecutionException failure) {
      reply = null;
      if (failure.getCause() instanceof StatusRuntimeException status) {
        throw status;
      }
      throw new IllegalStateException(failure);
    }
  }

  /** Lets the reader go on without the reply. Safe for use by any thread. */
  void wake() {
    wakes.release();
  }

  private Future<GetWorkflowExecutionHistoryResponse> replyTo(
      GetWorkflowExecutionHistoryRequest request) {
    ListenableFuture<GetWorkflowExecutionHistoryResponse> pending = reply;
    if (pending == null || !request.equals(asked)) {
      pending =
          stubs
              .futureStub()
              .withDeadlineAfter(LONGEST_POLL_SECONDS, TimeUnit.SECONDS)
              .getWorkflowExecutionHistory(request);
      pending.addListener(this::wake, MoreExecutors.directExecutor());
      reply = pending;
      asked = request;
    }
    return pending;
  }
}

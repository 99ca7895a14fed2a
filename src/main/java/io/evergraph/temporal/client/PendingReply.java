package io.evergraph.temporal.client;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import io.temporal.api.workflowservice.v1.GetWorkflowExecutionHistoryRequest;
import io.temporal.api.workflowservice.v1.GetWorkflowExecutionHistoryResponse;
import io.temporal.api.workflowservice.v1.WorkflowServiceGrpc;
import io.temporal.api.workflowservice.v1.WorkflowServiceGrpc.WorkflowServiceFutureStub;
import io.temporal.serviceclient.WorkflowServiceStubs;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
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
  private @Nullable CompletableFuture<GetWorkflowExecutionHistoryResponse> reply;
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
    CompletableFuture<GetWorkflowExecutionHistoryResponse> pending = replyTo(request);
    if (!pending.isDone() && !(wakes.tryAcquire(nanos, TimeUnit.NANOSECONDS) && pending.isDone())) {
      return Optional.empty();
    }
    wakes.drainPermits();
    reply = null;
    try {
      return Optional.of(pending.get());
    } catch (ExecutionException failure) {
      if (failure.getCause() instanceof StatusRuntimeException status) {
        throw status;
      }
      throw new IllegalStateException(failure);
    }
  }

  /** Returns whether a request was sent whose reply was not taken yet. */
  boolean isAsked() {
    return reply != null;
  }

  /** Waits until somebody wakes the reader; sends nothing. */
  void awaitWake(long nanos) throws InterruptedException {
    if (wakes.tryAcquire(nanos, TimeUnit.NANOSECONDS)) {
      wakes.drainPermits();
    }
  }

  /** Lets the reader go on without the reply. Safe for use by any thread. */
  void wake() {
    wakes.release();
  }

  private CompletableFuture<GetWorkflowExecutionHistoryResponse> replyTo(
      GetWorkflowExecutionHistoryRequest request) {
    CompletableFuture<GetWorkflowExecutionHistoryResponse> pending = reply;
    if (pending == null || !request.equals(asked)) {
      pending = send(request);
      reply = pending;
      asked = request;
    }
    return pending;
  }

  private CompletableFuture<GetWorkflowExecutionHistoryResponse> send(
      GetWorkflowExecutionHistoryRequest request) {
    Answer answer = new Answer();
    WorkflowServiceFutureStub stub =
        stubs.futureStub().withDeadlineAfter(LONGEST_POLL_SECONDS, TimeUnit.SECONDS);
    ClientCalls.asyncUnaryCall(
        stub.getChannel()
            .newCall(
                WorkflowServiceGrpc.getGetWorkflowExecutionHistoryMethod(), stub.getCallOptions()),
        request,
        answer);
    return answer;
  }

  /** Takes what the server answers: it tells when it is there, which a plain future does not. */
  private final class Answer extends CompletableFuture<GetWorkflowExecutionHistoryResponse>
      implements StreamObserver<GetWorkflowExecutionHistoryResponse> {
    @Override
    public void onNext(GetWorkflowExecutionHistoryResponse found) {
      complete(found);
      wake();
    }

    @Override
    public void onError(Throwable failure) {
      completeExceptionally(failure);
      wake();
    }

    @Override
    public void onCompleted() {
      if (!isDone()) {
        onError(Status.INTERNAL.withDescription("The reply was empty.").asRuntimeException());
      }
    }
  }
}

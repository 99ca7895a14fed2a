package io.evergraph.temporal;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall;
import io.grpc.MethodDescriptor;
import io.temporal.api.workflowservice.v1.RespondWorkflowTaskCompletedRequest;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import java.util.List;

/**
 * Calls that bind no thread to the worker that has just worked on it: the embedded server would
 * wait for that worker for ever.
 */
final class UnstickyCalls implements ClientInterceptor {
  /** Returns stubs of the same server that make such calls. */
  static WorkflowServiceStubs through(WorkflowServiceStubs stubs) {
    return WorkflowServiceStubs.newServiceStubs(
        WorkflowServiceStubsOptions.newBuilder()
            .setChannel(stubs.getRawChannel())
            .setGrpcClientInterceptors(List.of(new UnstickyCalls()))
            .build());
  }

  @Override
  public <Q, R> ClientCall<Q, R> interceptCall(
      MethodDescriptor<Q, R> method, CallOptions options, Channel next) {
    return new ForwardingClientCall.SimpleForwardingClientCall<>(next.newCall(method, options)) {
      @Override
      public void sendMessage(Q message) {
        super.sendMessage(unbound(message));
      }
    };
  }

  @SuppressWarnings("unchecked")
  private static <Q> Q unbound(Q message) {
    return message instanceof RespondWorkflowTaskCompletedRequest done
        ? (Q) done.toBuilder().clearStickyAttributes().build()
        : message;
  }
}

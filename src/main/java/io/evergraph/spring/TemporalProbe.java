package io.evergraph.spring;

import io.grpc.StatusRuntimeException;
import io.temporal.api.workflowservice.v1.DescribeNamespaceRequest;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import java.util.concurrent.TimeUnit;

/**
 * Asks whether a server on this machine is ready.
 *
 * @param namespace the namespace that it must have
 */
record TemporalProbe(String namespace) {
  private static final long PATIENCE_MILLIS = 1000;

  /** Returns whether the server at an address answers and has the namespace. */
  boolean answers(String address) {
    WorkflowServiceStubs stubs =
        WorkflowServiceStubs.newServiceStubs(
            WorkflowServiceStubsOptions.newBuilder()
                .setTarget(address)
                .validateAndBuildWithDefaults());
    try {
      DescribeNamespaceRequest request =
          DescribeNamespaceRequest.newBuilder().setNamespace(namespace).build();
      return stubs
          .blockingStub()
          .withDeadlineAfter(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)
          .describeNamespace(request)
          .hasNamespaceInfo();
    } catch (StatusRuntimeException notYet) {
      return false;
    } finally {
      stubs.shutdownNow();
    }
  }
}

package io.evergraph.temporal.connection;

import io.evergraph.temporal.protocol.Attributes;
import io.grpc.StatusRuntimeException;
import io.temporal.api.enums.v1.IndexedValueType;
import io.temporal.api.operatorservice.v1.AddSearchAttributesRequest;
import io.temporal.api.operatorservice.v1.ListSearchAttributesRequest;
import io.temporal.api.operatorservice.v1.OperatorServiceGrpc.OperatorServiceBlockingStub;
import io.temporal.common.SearchAttributeKey;
import io.temporal.serviceclient.OperatorServiceStubs;
import io.temporal.serviceclient.OperatorServiceStubsOptions;
import io.temporal.serviceclient.WorkflowServiceStubs;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sees to it that the search attributes are there, where the server lets us. */
final class AttributeRegistration {
  private static final Logger LOG = LoggerFactory.getLogger(AttributeRegistration.class);
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private AttributeRegistration() {}

  /**
   * Returns whether threads may carry the attributes; registers those that are missing.
   *
   * @throws StatusRuntimeException when the server is away, so that nobody knows
   */
  static boolean ensure(WorkflowServiceStubs stubs, String namespace) {
    OperatorServiceStubs operator =
        OperatorServiceStubs.newServiceStubs(
            OperatorServiceStubsOptions.newBuilder()
                .setChannel(stubs.getRawChannel())
                .validateAndBuildWithDefaults());
    try {
      register(
          operator.blockingStub().withDeadlineAfter(PATIENCE.toMillis(), TimeUnit.MILLISECONDS),
          namespace);
      return true;
    } catch (StatusRuntimeException refused) {
      if (GrpcErrors.isUnavailable(refused)) {
        throw refused;
      }
      LOG.warn(
          "Threads cannot be searched for: the search attributes {} are not registered in namespace"
              + " '{}' and registering them was refused ({}). Their graph and status stand in the"
              + " memo.",
          Attributes.ALL.stream().map(SearchAttributeKey::getName).toList(),
          namespace,
          refused.getStatus().getCode());
      return false;
    }
  }

  private static void register(OperatorServiceBlockingStub operator, String namespace) {
    Set<String> known =
        operator
            .listSearchAttributes(
                ListSearchAttributesRequest.newBuilder().setNamespace(namespace).build())
            .getCustomAttributesMap()
            .keySet();
    AddSearchAttributesRequest.Builder missing =
        AddSearchAttributesRequest.newBuilder().setNamespace(namespace);
    Attributes.ALL.stream()
        .map(SearchAttributeKey::getName)
        .filter(name -> !known.contains(name))
        .forEach(
            name -> missing.putSearchAttributes(name, IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD));
    if (missing.getSearchAttributesCount() > 0) {
      operator.addSearchAttributes(missing.build());
    }
  }
}

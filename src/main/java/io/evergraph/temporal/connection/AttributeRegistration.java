package io.evergraph.temporal.connection;

import dev.failsafe.Failsafe;
import dev.failsafe.RetryPolicy;
import io.evergraph.temporal.protocol.Attributes;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.temporal.api.enums.v1.IndexedValueType;
import io.temporal.api.operatorservice.v1.AddSearchAttributesRequest;
import io.temporal.api.operatorservice.v1.ListSearchAttributesRequest;
import io.temporal.api.operatorservice.v1.OperatorServiceGrpc.OperatorServiceBlockingStub;
import io.temporal.api.workflowservice.v1.ListWorkflowExecutionsRequest;
import io.temporal.api.workflowservice.v1.ListWorkflowExecutionsResponse;
import io.temporal.authorization.AuthorizationGrpcMetadataProvider;
import io.temporal.common.SearchAttributeKey;
import io.temporal.serviceclient.OperatorServiceStubs;
import io.temporal.serviceclient.OperatorServiceStubsOptions;
import io.temporal.serviceclient.WorkflowServiceStubs;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sees to it that the search attributes are there, where the server lets us. */
final class AttributeRegistration {
  private static final Logger LOG = LoggerFactory.getLogger(AttributeRegistration.class);
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** Hosts of a server read what is registered at least once a minute. */
  private static final RetryPolicy<Boolean> UNTIL_KNOWN =
      RetryPolicy.<Boolean>builder()
          .handleResult(false)
          .abortOn(StatusRuntimeException.class)
          .withBackoff(Duration.ofMillis(20), Duration.ofSeconds(1))
          .withMaxRetries(-1)
          .withMaxDuration(Duration.ofSeconds(70))
          .build();

  private AttributeRegistration() {}

  /**
   * Returns whether threads may carry the attributes; registers those that are missing, and waits
   * until the server takes them, for up to a minute.
   *
   * @throws StatusRuntimeException when the server is away or busy, so that nobody knows, or has no
   *     such namespace
   */
  static boolean ensure(WorkflowServiceStubs stubs, TemporalOptions options) {
    String namespace = options.namespace();
    if (isSearched(stubs, namespace)) {
      return true;
    }
    OperatorServiceStubs operator = operator(stubs, options);
    try {
      register(
          operator.blockingStub().withDeadlineAfter(PATIENCE.toMillis(), TimeUnit.MILLISECONDS),
          namespace);
      return Failsafe.with(UNTIL_KNOWN).get(() -> isKnown(stubs, namespace))
          || isMissing(namespace, "were registered, and the server does not know them yet");
    } catch (StatusRuntimeException refused) {
      if (GrpcErrors.isPassing(refused)
          || GrpcErrors.isLate(refused)
          || GrpcErrors.isNamespaceUnknown(refused)) {
        throw refused;
      }
      return isMissing(
          namespace,
          "are not registered and registering them was refused (%s)"
              .formatted(refused.getStatus().getCode()));
    }
  }

  /** A server that nobody may change from here has them all the same, where somebody saw to it. */
  private static boolean isSearched(WorkflowServiceStubs stubs, String namespace) {
    try {
      search(stubs, namespace);
      return true;
    } catch (StatusRuntimeException unknown) {
      return false;
    }
  }

  private static OperatorServiceStubs operator(
      WorkflowServiceStubs stubs, TemporalOptions options) {
    OperatorServiceStubsOptions.Builder operator =
        OperatorServiceStubsOptions.newBuilder().setChannel(stubs.getRawChannel());
    String apiKey = options.apiKey();
    if (apiKey != null) {
      operator.addGrpcMetadataProvider(
          new AuthorizationGrpcMetadataProvider(() -> "Bearer " + apiKey));
    }
    return OperatorServiceStubs.newServiceStubs(operator.validateAndBuildWithDefaults());
  }

  private static boolean isMissing(String namespace, String reason) {
    LOG.warn(
        "Threads cannot be searched for: the search attributes {} of namespace '{}' {}. Their graph"
            + " and status stand in the memo.",
        names(),
        namespace,
        reason);
    return false;
  }

  private static List<String> names() {
    return Attributes.ALL.stream().map(SearchAttributeKey::getName).toList();
  }

  /** A server that has them registered may refuse threads that carry them for a while. */
  private static boolean isKnown(WorkflowServiceStubs stubs, String namespace) {
    try {
      search(stubs, namespace);
      return true;
    } catch (StatusRuntimeException refused) {
      if (GrpcErrors.isPassing(refused) || GrpcErrors.isLate(refused)) {
        throw refused;
      }
      return refused.getStatus().getCode() != Status.Code.INVALID_ARGUMENT;
    }
  }

  private static void search(WorkflowServiceStubs stubs, String namespace) {
    String query =
        names().stream().map(name -> name + " = ''").collect(Collectors.joining(" AND "));
    ListWorkflowExecutionsResponse unused =
        stubs
            .blockingStub()
            .withDeadlineAfter(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
            .listWorkflowExecutions(
                ListWorkflowExecutionsRequest.newBuilder()
                    .setNamespace(namespace)
                    .setQuery(query)
                    .setPageSize(1)
                    .build());
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
    names().stream()
        .filter(name -> !known.contains(name))
        .forEach(
            name -> missing.putSearchAttributes(name, IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD));
    if (missing.getSearchAttributesCount() > 0) {
      operator.addSearchAttributes(missing.build());
      LOG.info(
          "Registered {} in namespace '{}'; threads start once the server knows them, after at most"
              + " a minute.",
          missing.getSearchAttributesMap().keySet(),
          namespace);
    }
  }
}

package io.evergraph.temporal.client;

import io.evergraph.graph.Graph;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadStatus;
import io.evergraph.temporal.connection.TemporalOptions;
import io.evergraph.temporal.protocol.Attributes;
import io.evergraph.temporal.workflow.VisibilityPublisher;
import io.evergraph.temporal.workflow.WorkflowDescription;
import io.temporal.api.enums.v1.WorkflowIdConflictPolicy;
import io.temporal.api.enums.v1.WorkflowIdReusePolicy;
import io.temporal.client.WorkflowOptions;
import io.temporal.common.SearchAttributes;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The options that threads' workflows are started with.
 *
 * @param options where the server is
 * @param searchable whether the search attributes are registered
 */
public record StartOptions(TemporalOptions options, boolean searchable) {
  private static final String TENANT = "tenant";

  /** Returns the options of a thread whose graph is not known yet. */
  public WorkflowOptions opening(ThreadId thread, Map<String, Object> metadata) {
    return common(thread, null, metadata, ThreadStatus.IDLE)
        .setWorkflowIdConflictPolicy(WorkflowIdConflictPolicy.WORKFLOW_ID_CONFLICT_POLICY_FAIL)
        .setStaticSummary("thread")
        .setStaticDetails(WorkflowDescription.opening(thread, options))
        .build();
  }

  /** Returns the options of a thread that is opened by a run, where it is not open. */
  public WorkflowOptions joining(ThreadId thread, Graph graph) {
    return running(thread, graph)
        .setWorkflowIdConflictPolicy(
            WorkflowIdConflictPolicy.WORKFLOW_ID_CONFLICT_POLICY_USE_EXISTING)
        .build();
  }

  /** Returns the options of a thread that ends with its run, where none of its name ever was. */
  public WorkflowOptions alone(ThreadId thread, Graph graph, String runId) {
    return aloneAgain(thread, graph, runId).toBuilder()
        .setWorkflowIdReusePolicy(WorkflowIdReusePolicy.WORKFLOW_ID_REUSE_POLICY_REJECT_DUPLICATE)
        .build();
  }

  /** Returns the options of a thread that ends with its run, where none of its name is open. */
  public WorkflowOptions aloneAgain(ThreadId thread, Graph graph, String runId) {
    return running(thread, graph)
        .setWorkflowIdConflictPolicy(WorkflowIdConflictPolicy.WORKFLOW_ID_CONFLICT_POLICY_FAIL)
        .setRequestId(runId)
        .build();
  }

  private WorkflowOptions.Builder running(ThreadId thread, Graph graph) {
    return common(thread, graph, Map.of(), ThreadStatus.BUSY)
        .setStaticSummary(WorkflowDescription.summary(graph))
        .setStaticDetails(WorkflowDescription.fixed(graph, thread, options));
  }

  private WorkflowOptions.Builder common(
      ThreadId thread, @Nullable Graph graph, Map<String, Object> metadata, ThreadStatus status) {
    WorkflowOptions.Builder start =
        WorkflowOptions.newBuilder()
            .setWorkflowId(thread.value())
            .setTaskQueue(options.taskQueue())
            .setWorkflowIdReusePolicy(
                WorkflowIdReusePolicy.WORKFLOW_ID_REUSE_POLICY_ALLOW_DUPLICATE);
    Map<String, Object> memo = new LinkedHashMap<>();
    if (!metadata.isEmpty()) {
      memo.put("metadata", metadata);
    }
    if (searchable) {
      start.setTypedSearchAttributes(attributes(graph, metadata, status));
    } else {
      memo.put(VisibilityPublisher.STATUS, Attributes.nameOf(status));
      if (graph != null) {
        memo.put(VisibilityPublisher.GRAPH, graph.name());
      }
    }
    return start.setMemo(memo);
  }

  private static SearchAttributes attributes(
      @Nullable Graph graph, Map<String, Object> metadata, ThreadStatus status) {
    SearchAttributes.Builder attributes =
        SearchAttributes.newBuilder().set(Attributes.STATUS, Attributes.nameOf(status));
    if (graph != null) {
      attributes.set(Attributes.GRAPH, graph.name());
    }
    if (metadata.get(TENANT) instanceof String tenant) {
      attributes.set(Attributes.TENANT, tenant);
    }
    return attributes.build();
  }
}

package io.evergraph.temporal;

import io.evergraph.graph.Graph;
import io.evergraph.runtime.ThreadId;
import io.temporal.api.enums.v1.WorkflowIdConflictPolicy;
import io.temporal.api.enums.v1.WorkflowIdReusePolicy;
import io.temporal.client.WorkflowOptions;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The options that threads' workflows are started with.
 *
 * @param options where the server is
 */
record Starts(TemporalOptions options) {
  private static final String GRAPH = "graph";

  /** Returns the options of a thread whose graph is not known yet. */
  WorkflowOptions opening(ThreadId thread, Map<String, Object> metadata) {
    return common(thread)
        .setWorkflowIdConflictPolicy(WorkflowIdConflictPolicy.WORKFLOW_ID_CONFLICT_POLICY_FAIL)
        .setStaticSummary("thread")
        .setMemo(memo(metadata))
        .build();
  }

  /** Returns the options of a thread that begins with a run. */
  WorkflowOptions running(ThreadId thread, Graph graph, Map<String, Object> metadata) {
    Map<String, Object> memo = memo(metadata);
    memo.put(GRAPH, graph.name());
    return common(thread)
        .setStaticSummary(graph.name() + " " + graph.version())
        .setStaticDetails(details(graph))
        .setMemo(memo)
        .build();
  }

  private WorkflowOptions.Builder common(ThreadId thread) {
    return WorkflowOptions.newBuilder()
        .setWorkflowId(thread.value())
        .setTaskQueue(options.taskQueue())
        .setWorkflowIdReusePolicy(WorkflowIdReusePolicy.WORKFLOW_ID_REUSE_POLICY_ALLOW_DUPLICATE);
  }

  private static Map<String, Object> memo(Map<String, Object> metadata) {
    return new LinkedHashMap<>(metadata.isEmpty() ? Map.of() : Map.of("metadata", metadata));
  }

  private static String details(Graph graph) {
    return "Graph **" + graph.name() + "**, version " + graph.version();
  }
}

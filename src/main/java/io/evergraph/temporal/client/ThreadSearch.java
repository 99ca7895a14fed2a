package io.evergraph.temporal.client;

import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadQuery;
import io.evergraph.runtime.ThreadStatus;
import io.evergraph.temporal.connection.TemporalConnection;
import io.evergraph.temporal.protocol.Attributes;
import io.evergraph.temporal.protocol.GraphWorkflow;
import io.evergraph.temporal.workflow.VisibilityPublisher;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.client.WorkflowExecutionMetadata;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * Finds open threads: by their search attributes where the server has those, else by what stands in
 * their memos; on an embedded server among those of this process.
 */
public record ThreadSearch(TemporalConnection connection, ThreadCalls calls) {
  private static final String GRAPH = "WorkflowType = '" + GraphWorkflow.TYPE + "' AND ";

  static final String OPEN = GRAPH + "ExecutionStatus = 'Running'";

  private static final String OPEN_OR_RESTING =
      GRAPH + "(ExecutionStatus = 'Running' OR ExecutionStatus = 'Completed')";

  public List<ThreadId> find(ThreadQuery query) {
    return connection.localThreads().map(local -> local.find(query)).orElseGet(() -> ask(query));
  }

  private List<ThreadId> ask(ThreadQuery query) {
    boolean byName = calls.isSearchable();
    String conditions = byName ? conditions(query) : asked();
    return calls.list(
        () ->
            connection
                .client()
                .listExecutions(conditions)
                .filter(
                    it -> byName || query.takes(memo(it, VisibilityPublisher.GRAPH), status(it)))
                .filter(this::isOpenOrResting)
                .limit(query.limit())
                .map(found -> ThreadId.of(found.getExecution().getWorkflowId()))
                .toList());
  }

  /** Workflows complete in rest only where threads are saved. */
  private String asked() {
    return connection.options().checkpoints() == null ? OPEN : OPEN_OR_RESTING;
  }

  /** One that has ended with its run is listed as busy; one that goes on is open elsewhere. */
  private boolean isOpenOrResting(WorkflowExecutionMetadata thread) {
    return isOpen(thread) || (!isListedBusy(thread) && isLatest(thread.getExecution()));
  }

  private static boolean isOpen(WorkflowExecutionMetadata thread) {
    return thread.getStatus() == WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_RUNNING;
  }

  private static boolean isListedBusy(WorkflowExecutionMetadata thread) {
    String listed = thread.getTypedSearchAttributes().get(Attributes.STATUS);
    return listed == null
        ? status(thread) == ThreadStatus.BUSY
        : listed.equals(Attributes.nameOf(ThreadStatus.BUSY));
  }

  private boolean isLatest(WorkflowExecution execution) {
    ThreadId thread = ThreadId.of(execution.getWorkflowId());
    return calls.latest(thread).filter(execution::equals).isPresent();
  }

  private String conditions(ThreadQuery query) {
    StringJoiner conditions = new StringJoiner(" AND ");
    conditions.add(asked());
    Optional.ofNullable(query.graph())
        .ifPresent(name -> conditions.add(Attributes.GRAPH.getName() + " = " + quoted(name)));
    Optional.ofNullable(query.status())
        .map(Attributes::nameOf)
        .ifPresent(name -> conditions.add(Attributes.STATUS.getName() + " = " + quoted(name)));
    return conditions.toString();
  }

  static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }

  private static @Nullable String memo(WorkflowExecutionMetadata thread, String name) {
    return (String) thread.getMemo(name, String.class);
  }

  private static ThreadStatus status(WorkflowExecutionMetadata thread) {
    return Optional.ofNullable(memo(thread, VisibilityPublisher.STATUS))
        .map(name -> ThreadStatus.valueOf(name.toUpperCase(Locale.ROOT)))
        .orElse(ThreadStatus.IDLE);
  }
}

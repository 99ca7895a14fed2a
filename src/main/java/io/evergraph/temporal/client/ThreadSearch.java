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

  private static final long MORE = 4;

  private static final String OPEN_OR_RESTING =
      GRAPH + "(ExecutionStatus = 'Running' OR ExecutionStatus = 'Completed')";

  /** What has ended with its run may be much, and is left to the server to leave out. */
  private static final String OPEN_OR_LISTED_AT_REST =
      OPEN_OR_RESTING
          + " AND (ExecutionStatus = 'Running' OR %1$s IS NULL OR %1$s != %2$s)"
              .formatted(Attributes.STATUS.getName(), quoted(Attributes.nameOf(ThreadStatus.BUSY)));

  public List<ThreadId> find(ThreadQuery query) {
    return connection.localThreads().map(local -> local.find(query)).orElseGet(() -> ask(query));
  }

  /** What is listed may turn out to go on elsewhere: then more is listed. */
  private List<ThreadId> ask(ThreadQuery query) {
    long most = query.limit();
    while (true) {
      List<WorkflowExecutionMetadata> listed = list(query, most);
      List<ThreadId> found =
          listed.stream()
              .filter(it -> isOpen(it) || isLatest(it.getExecution()))
              .limit(query.limit())
              .map(it -> ThreadId.of(it.getExecution().getWorkflowId()))
              .toList();
      if (found.size() == query.limit() || listed.size() < most) {
        return found;
      }
      most *= MORE;
    }
  }

  private List<WorkflowExecutionMetadata> list(ThreadQuery query, long most) {
    boolean byName = calls.isSearchable();
    String conditions = byName ? conditions(query) : asked();
    return calls.list(
        () ->
            connection
                .client()
                .listExecutions(conditions)
                .filter(
                    it -> byName || query.takes(memo(it, VisibilityPublisher.GRAPH), status(it)))
                .filter(it -> isOpen(it) || !isListedBusy(it))
                .limit(most)
                .toList());
  }

  /** Workflows complete in rest only where threads are saved. */
  private String asked() {
    return connection.options().checkpoints() == null ? OPEN : OPEN_OR_RESTING;
  }

  private static boolean isOpen(WorkflowExecutionMetadata thread) {
    return thread.getStatus() == WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_RUNNING;
  }

  /** One that has ended with its run is listed so. */
  private static boolean isListedBusy(WorkflowExecutionMetadata thread) {
    String listed = thread.getTypedSearchAttributes().get(Attributes.STATUS);
    return listed == null
        ? status(thread) == ThreadStatus.BUSY
        : listed.equals(Attributes.nameOf(ThreadStatus.BUSY));
  }

  /** One that goes on is open elsewhere. */
  private boolean isLatest(WorkflowExecution execution) {
    ThreadId thread = ThreadId.of(execution.getWorkflowId());
    return calls.latest(thread).filter(execution::equals).isPresent();
  }

  private String conditions(ThreadQuery query) {
    StringJoiner conditions = new StringJoiner(" AND ");
    conditions.add(connection.options().checkpoints() == null ? OPEN : OPEN_OR_LISTED_AT_REST);
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

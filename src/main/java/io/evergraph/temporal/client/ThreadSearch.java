package io.evergraph.temporal.client;

import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadQuery;
import io.evergraph.runtime.ThreadStatus;
import io.evergraph.temporal.connection.TemporalConnection;
import io.evergraph.temporal.protocol.Attributes;
import io.evergraph.temporal.protocol.GraphWorkflow;
import io.evergraph.temporal.workflow.VisibilityPublisher;
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
  static final String OPEN =
      "WorkflowType = '" + GraphWorkflow.TYPE + "' AND ExecutionStatus = 'Running'";

  public List<ThreadId> find(ThreadQuery query) {
    return connection.localThreads().map(local -> local.find(query)).orElseGet(() -> ask(query));
  }

  private List<ThreadId> ask(ThreadQuery query) {
    boolean byName = calls.isSearchable();
    String conditions = byName ? conditions(query) : OPEN;
    return calls.list(
        () ->
            connection
                .client()
                .listExecutions(conditions)
                .filter(
                    it -> byName || query.takes(memo(it, VisibilityPublisher.GRAPH), status(it)))
                .limit(query.limit())
                .map(found -> ThreadId.of(found.getExecution().getWorkflowId()))
                .toList());
  }

  private static String conditions(ThreadQuery query) {
    StringJoiner conditions = new StringJoiner(" AND ");
    conditions.add(OPEN);
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

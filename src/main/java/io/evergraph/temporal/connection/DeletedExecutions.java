package io.evergraph.temporal.connection;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.temporal.api.common.v1.WorkflowExecution;
import java.time.Duration;
import java.util.Collection;

/**
 * The executions that this process has had deleted and that the server may show for a while, up to
 * half a minute; an embedded one never forgets them. Safe for use by several threads.
 */
public final class DeletedExecutions {
  private static final Duration LONGEST = Duration.ofMinutes(10);

  private final Cache<WorkflowExecution, Boolean> executions;
  private final Cache<String, Boolean> workflows;

  private DeletedExecutions(Caffeine<Object, Object> kept) {
    this.executions = kept.build();
    this.workflows = kept.build();
  }

  /** Returns those on a server that forgets them in the end. */
  static DeletedExecutions forAWhile() {
    return new DeletedExecutions(Caffeine.newBuilder().expireAfterWrite(LONGEST));
  }

  /** Returns those on a server that never forgets them. */
  static DeletedExecutions forever() {
    return new DeletedExecutions(Caffeine.newBuilder());
  }

  /** Notes executions that were deleted. */
  public void add(Collection<WorkflowExecution> deleted) {
    for (WorkflowExecution execution : deleted) {
      executions.put(execution, true);
      workflows.put(execution.getWorkflowId(), true);
    }
  }

  /** Returns whether an execution was deleted. */
  public boolean contains(WorkflowExecution execution) {
    return executions.getIfPresent(execution) != null;
  }

  /** Returns whether an execution of a workflow was deleted: another one may have begun since. */
  boolean mayHide(String workflow) {
    return workflows.getIfPresent(workflow) != null;
  }
}

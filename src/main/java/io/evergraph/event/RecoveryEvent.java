package io.evergraph.event;

import io.evergraph.pregel.Task;
import io.evergraph.state.Write;
import java.time.Instant;
import java.util.List;

/** What became of tasks that failed, or that nobody needed any more. */
public sealed interface RecoveryEvent extends RunEvent {

  /**
   * An error handler takes the place of a failed task.
   *
   * @param taskId the task of the handler
   * @param node the handler
   * @param failed the node that it stands in for
   */
  record HandlerPlanned(
      long number,
      Instant at,
      String namespace,
      int step,
      String taskId,
      String node,
      String failed)
      implements RecoveryEvent {
    /** Returns whether the handler takes the place of this task. */
    public boolean isFor(String failedTask) {
      return taskId.equals(Task.idOfHandler(failedTask, node));
    }
  }

  /**
   * Somebody decided about a failed task.
   *
   * @param resolution what was decided
   * @param values the writes, or the values to read
   */
  record FailureResolved(
      long number,
      Instant at,
      String taskId,
      String node,
      Resolution resolution,
      List<Write> values)
      implements RecoveryEvent {
    public FailureResolved {
      values = List.copyOf(values);
    }
  }

  /**
   * A task was cancelled because it lost a race to a join; what it asked is not open any more.
   *
   * @param join the node that the join leads to
   */
  record TaskDropped(
      long number, Instant at, String namespace, int step, String taskId, String node, String join)
      implements RecoveryEvent {}
}

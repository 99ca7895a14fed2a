package io.evergraph.temporal.workflow;

import io.evergraph.error.GraphException;
import io.evergraph.pregel.TaskReport;
import io.evergraph.pregel.TaskResult;
import io.evergraph.temporal.protocol.Failures;
import io.temporal.workflow.SideEffectOptions;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.unsafe.WorkflowUnsafe;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * Reads the results of a thread's tasks, and keeps on record which of them the worker could not
 * read that took them: the types of another one, which replays them, may have changed.
 *
 * <p>Lives in a workflow: not for use by several threads.
 */
final class RecordedReading {
  private static final int MISFIT = 1;
  private static final SideEffectOptions REASON =
      SideEffectOptions.newBuilder().setSummary("why a result cannot be read").build();

  private long results;

  /**
   * Returns what is read, or that the task has failed since it could not be read at first.
   *
   * @throws UnfitWorker when this worker cannot read what an earlier one could
   */
  TaskResult read(String taskId, Supplier<TaskResult> reading) {
    String mark = "unreadable result " + ++results;
    boolean isReplay = WorkflowUnsafe.isReplaying();
    if (isReplay && marks(mark)) {
      return failed(taskId, new IllegalStateException(mark));
    }
    try {
      return reading.get();
    } catch (RuntimeException | StackOverflowError failure) {
      GraphException misfit = RecordedOutcome.explained("read what a node gave", failure);
      if (isReplay) {
        throw new UnfitWorker(misfit);
      }
      boolean unused = marks(mark);
      return failed(taskId, misfit);
    }
  }

  /** Outside a replay this leaves the mark; there, it asks for one. */
  private static boolean marks(String mark) {
    return Workflow.getVersion(mark, Workflow.DEFAULT_VERSION, MISFIT) == MISFIT;
  }

  /** A replay takes the reason from the record. */
  private static TaskResult failed(String taskId, RuntimeException misfit) {
    try {
      RecordedOutcome.check(
          () -> {
            throw misfit;
          },
          REASON);
      throw misfit;
    } catch (GraphException reason) {
      return Failures.ofTask(taskId, reason, TaskReport.of(1, Duration.ZERO));
    }
  }

  /** Fails the workflow task, which waits so for a worker that can read the result. */
  static final class UnfitWorker extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private UnfitWorker(GraphException misfit) {
      super("A worker with other types has read a result that this one cannot read.", misfit);
    }
  }
}

package io.evergraph.event;

import io.evergraph.pregel.Source;
import io.evergraph.pregel.TaskReport;
import io.evergraph.state.StateUpdate;
import io.evergraph.state.Write;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One thing that happened on a thread.
 *
 * <p>Numbers are gapless per thread, from 1. Everything but {@link #at()} and the durations in
 * reports is the same on every runtime.
 */
public sealed interface RunEvent
    permits InterruptEvent,
        RecoveryEvent,
        HeadEvent,
        RunEvent.RunStarted,
        RunEvent.RunEnd,
        RunEvent.StepPlanned,
        RunEvent.StepCommitted,
        RunEvent.TaskFinished,
        RunEvent.TaskFailed {
  /** Returns the number of the event on its thread. */
  long number();

  /** Returns when it was recorded, by the clock of the driver. */
  Instant at();

  /** Returns the name of its kind on the wire: the simple class name. */
  default String type() {
    return getClass().getSimpleName();
  }

  /** Returns whether a run stops with this event. */
  default boolean endsRun() {
    return false;
  }

  /** Returns the runs that this event is about, if it begins or ends one. */
  default List<String> runs() {
    return List.of();
  }

  /** An event with which a run stops. */
  sealed interface RunEnd extends RunEvent {
    @Override
    default boolean endsRun() {
      return true;
    }
  }

  /** What begins a run. */
  enum Cause {
    /** New values from the caller. */
    INPUT,
    /** An answer or a retry. */
    ANSWER,
    /** The order to go on. */
    CONTINUE,
    /** The deadline of a question. */
    EXPIRY
  }

  /**
   * A task in a plan.
   *
   * @param sent what it was sent with; null for a task that reads the state
   */
  record PlannedNode(String taskId, String node, @Nullable StateUpdate sent) {}

  /**
   * A run has begun.
   *
   * @param runs the run that begins, last; before it those whose segment it joins
   * @param cause what began it
   * @param metadata what its caller noted on it
   */
  record RunStarted(
      long number, Instant at, List<String> runs, Cause cause, Map<String, Object> metadata)
      implements RunEvent {
    public RunStarted {
      runs = List.copyOf(runs);
      metadata = metadata == null ? Map.of() : metadata;
    }
  }

  /**
   * The graph came to its end.
   *
   * @param checkpoint the checkpoint that holds the final state
   */
  record RunFinished(long number, Instant at, List<String> runs, long checkpoint)
      implements RunEnd {
    public RunFinished {
      runs = List.copyOf(runs);
    }
  }

  /**
   * Only answers can let the run go on.
   *
   * @param interrupts the ids of the open questions
   */
  record RunWaiting(long number, Instant at, List<String> runs, List<String> interrupts)
      implements RunEnd {
    public RunWaiting {
      runs = List.copyOf(runs);
      interrupts = List.copyOf(interrupts);
    }
  }

  /**
   * Tasks have failed; the run can be tried again.
   *
   * @param tasks the ids of the failed tasks
   */
  record RunParked(long number, Instant at, List<String> runs, List<String> tasks)
      implements RunEnd {
    public RunParked {
      runs = List.copyOf(runs);
      tasks = List.copyOf(tasks);
    }
  }

  /**
   * The run ended with an error.
   *
   * @param error the simple class name of the error
   * @param details its facts by name
   */
  record RunFailed(
      long number,
      Instant at,
      List<String> runs,
      String error,
      String message,
      Map<String, Object> details)
      implements RunEnd {
    public RunFailed {
      runs = List.copyOf(runs);
    }
  }

  /**
   * Somebody stopped the run.
   *
   * @param next the nodes that were in progress
   */
  record RunCancelled(long number, Instant at, List<String> runs, List<String> next)
      implements RunEnd {
    public RunCancelled {
      runs = List.copyOf(runs);
      next = List.copyOf(next);
    }
  }

  /** Why a run pauses. */
  enum Pause {
    /** It came to a breakpoint. */
    BREAKPOINT,
    /** Somebody asked for it. */
    REQUEST
  }

  /**
   * The run stands still until it is told to go on.
   *
   * @param cause why
   * @param next the nodes that follow
   */
  record RunPaused(long number, Instant at, List<String> runs, Pause cause, List<String> next)
      implements RunEnd {
    public RunPaused {
      runs = List.copyOf(runs);
      next = List.copyOf(next);
    }
  }

  /**
   * The tasks of a superstep are known; beside a fork inside a subgraph, those that take the place
   * of others.
   *
   * @param checkpoint the checkpoint whose state they read
   * @param tasks the tasks in the order of their writes
   */
  record StepPlanned(
      long number, Instant at, String namespace, int step, long checkpoint, List<PlannedNode> tasks)
      implements RunEvent {
    public StepPlanned {
      tasks = List.copyOf(tasks);
    }
  }

  /**
   * A superstep, an input or an edit became a checkpoint.
   *
   * @param checkpoint its number
   * @param parent the number of the checkpoint it was made from; 0 for the first
   * @param source what brought it about
   * @param next the nodes that follow, or go on
   * @param ended the ids of the tasks that it ended while others of its graph go on; empty where
   *     none goes on
   */
  record StepCommitted(
      long number,
      Instant at,
      String namespace,
      int step,
      long checkpoint,
      long parent,
      Source source,
      List<String> next,
      List<String> ended)
      implements RunEvent {
    public StepCommitted {
      next = List.copyOf(next);
      ended = ended == null ? List.of() : List.copyOf(ended);
    }
  }

  /**
   * A node returned.
   *
   * @param writes what it wrote, in order
   */
  record TaskFinished(
      long number,
      Instant at,
      String namespace,
      int step,
      String taskId,
      String node,
      List<Write> writes,
      TaskReport report)
      implements RunEvent {
    public TaskFinished {
      writes = List.copyOf(writes);
    }
  }

  /**
   * A node failed for good.
   *
   * @param error the class name of the last error
   */
  record TaskFailed(
      long number,
      Instant at,
      String namespace,
      int step,
      String taskId,
      String node,
      String error,
      String message,
      TaskReport report)
      implements RunEvent {}

  /** What somebody decided about a failed task. */
  enum Resolution {
    /** It counts as finished, with other writes. */
    SKIPPED,
    /** It runs again with other values to read. */
    EDITED
  }
}

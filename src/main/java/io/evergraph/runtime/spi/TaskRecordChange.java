package io.evergraph.runtime.spi;

import org.jspecify.annotations.Nullable;

/**
 * A change of a task's record.
 *
 * @param state how the task is doing now
 * @param run the run that does it now; null for the one of before
 * @param error why it failed, timed out or was cancelled; null for nothing to say
 */
public record TaskRecordChange(TaskState state, @Nullable String run, @Nullable String error) {
  /** Returns the change to a state that needs no explanation. */
  public static TaskRecordChange to(TaskState state) {
    return new TaskRecordChange(state, null, null);
  }

  /** Returns the change to a state, and why it came about. */
  public static TaskRecordChange to(TaskState state, @Nullable String error) {
    return new TaskRecordChange(state, null, error);
  }

  /** Returns this change of a task that another run does now. */
  public TaskRecordChange by(String otherRun) {
    return new TaskRecordChange(state, otherRun, error);
  }
}

package io.evergraph.runtime;

import io.evergraph.error.NotOfferedException;
import java.util.List;

/**
 * Refuses every order about single attempts.
 *
 * @param runtime what cannot do it
 */
record NoPendingTasks(String runtime) implements PendingTasks {
  private static final String REMEDY =
      "A task that is given up parks its run, on every runtime: retry, skip or edit it then.";

  @Override
  public List<PendingTask> of(ThreadId thread) {
    throw refusal("list of the tasks in progress");
  }

  @Override
  public void pause(ThreadId thread, String task, String reason) {
    throw refusal("pause of a single task");
  }

  @Override
  public void unpause(ThreadId thread, String task) {
    throw refusal("pause of a single task");
  }

  @Override
  public void reset(ThreadId thread, String task, Position position) {
    throw refusal("reset of a task in progress");
  }

  @Override
  public void change(ThreadId thread, String task, TaskChange change) {
    throw refusal("change of a task in progress");
  }

  private NotOfferedException refusal(String action) {
    return new NotOfferedException(action, runtime, REMEDY);
  }
}

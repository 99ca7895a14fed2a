package io.evergraph.runtime;

import io.evergraph.error.NotOfferedException;
import io.evergraph.error.UnknownTaskException;
import java.util.List;

/**
 * The tasks that a run in progress is trying, one by one: shows them, holds them, has them begin
 * anew, and changes what they are held to. What was given up is not among them: that is parked.
 *
 * <p>Servers offer this where they run the attempts; others refuse every order with a {@link
 * NotOfferedException}. Orders leave no event, and count for the attempts of one task alone.
 */
public interface PendingTasks {

  /**
   * Returns the tasks of a thread that have begun and not come to their end; tasks of local nodes
   * are never among them.
   *
   * @throws io.evergraph.error.UnknownThreadException when there is no such thread
   */
  List<PendingTask> of(ThreadId thread);

  /**
   * Lets no other attempt begin. One that runs is told to stop, which does not count as a failure.
   *
   * @param task the task, or what the server calls it
   * @param reason why, for those who look at it; may be empty
   * @throws UnknownTaskException when the thread has no such task in progress
   */
  void pause(ThreadId thread, String task, String reason);

  /** Lets a task go on that was held; one that was not goes on anyway. */
  void unpause(ThreadId thread, String task);

  /**
   * Has a task begin with its first attempt again, at once where it waited for the next. A held one
   * stays held. The result of an attempt that runs is refused: the next begins when its worker
   * counts as lost.
   *
   * @param position what becomes of how far earlier attempts had come
   */
  void reset(ThreadId thread, String task, Position position);

  /**
   * Changes what the next attempts are held to.
   *
   * @throws io.evergraph.error.InvalidInputException when a limit is too small to be kept
   */
  void change(ThreadId thread, String task, TaskChange change);

  /**
   * Returns the task of a thread.
   *
   * @param task the task, or what the server calls it
   * @throws UnknownTaskException when the thread has no such task in progress
   */
  default PendingTask find(ThreadId thread, String task) {
    List<PendingTask> all = of(thread);
    return all.stream()
        .filter(it -> it.isCalled(task))
        .findFirst()
        .orElseThrow(
            () ->
                new UnknownTaskException(
                    thread.value(), task, all.stream().map(PendingTask::id).toList()));
  }

  /** Returns those of a runtime that has no hand on attempts. */
  static PendingTasks notOffered(String runtime) {
    return new NotOffered(runtime);
  }

  /** What becomes of the position that earlier attempts told with their heartbeats. */
  enum Position {
    /** The next attempt sees it. */
    KEEP,
    /** The next attempt begins from nothing. */
    FORGET
  }

  /**
   * Refuses every order about single attempts.
   *
   * @param runtime what cannot do it
   */
  record NotOffered(String runtime) implements PendingTasks {
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
}

package io.evergraph.temporal.workflow;

import io.evergraph.temporal.protocol.GraphInput;
import io.evergraph.temporal.protocol.Saving;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Lets the workflow of a thread complete that has been idle for long, where that is asked for and
 * everything is saved. Lives in a workflow: not for use by several threads.
 */
final class IdleTimeout {
  private static final String TOLD =
      "The thread rests; the next input goes on from where it is saved.";

  private final GraphThread thread;
  private final TaskDispatch tasks;
  private final ThreadSaving saving;
  private final Duration longest;
  private final DurableTimer timer = new DurableTimer();
  private long lastEvent = Saving.NONE;
  private Instant since = Instant.MIN;
  private boolean isSavedOnceMore;

  private IdleTimeout(
      GraphThread thread, TaskDispatch tasks, ThreadSaving saving, Duration longest) {
    this.thread = thread;
    this.tasks = tasks;
    this.saving = saving;
    this.longest = longest;
  }

  /** Returns what watches a thread; empty where its workflow stays open. */
  static Optional<IdleTimeout> of(
      GraphThread thread, TaskDispatch tasks, ThreadSaving saving, GraphInput input) {
    return Optional.ofNullable(input.saving())
        .flatMap(Saving::idleTime)
        .map(longest -> new IdleTimeout(thread, tasks, saving, longest));
  }

  /** Counts the time from the last event, or from the beginning of this execution. */
  void watch() {
    if (lastEvent != thread.lastEvent()) {
      lastEvent = thread.lastEvent();
      since = thread.now();
    }
    timer.set(
        isIdle() ? Optional.of(since.plus(longest)) : Optional.empty(),
        () -> "When the thread has rested until then, its workflow completes.");
    isSavedOnceMore &= timer.hasGoneOff();
  }

  /** Threads that work for one another, or for this one, could not reach one that is not open. */
  private boolean isIdle() {
    return tasks.children().map(ChildThreads::isEmpty).orElse(true)
        && !thread.worksForAnother()
        && !thread.driver().isRunning()
        && !thread.driver().isOver()
        && thread.driver().waiting().isEmpty()
        && thread.driver().deadline().isEmpty();
  }

  /** Returns whether the time is up: the thread is saved once more, and then the workflow ends. */
  boolean isUp() {
    return timer.hasGoneOff() && isIdle() && saving.isSaved() && Workflow.isEveryHandlerFinished();
  }

  /** The store may have lost what it had when the rest began, and will be all that there is. */
  void saveOnceMore() {
    if (isUp() && !isSavedOnceMore) {
      isSavedOnceMore = true;
      saving.again();
    }
  }

  /** Returns whether the workflow may complete now. */
  boolean isOver() {
    return isSavedOnceMore && isUp();
  }

  /** Returns what the workflow completes with. */
  static String end(VisibilityPublisher visibility) {
    Workflow.setCurrentDetails(TOLD);
    visibility.tellEndIsNear();
    return TOLD;
  }
}

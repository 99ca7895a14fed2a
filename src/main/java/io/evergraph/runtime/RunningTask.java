package io.evergraph.runtime;

import io.evergraph.pregel.Task;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A task in flight in this process: it can be told that nobody waits for it any more. */
final class RunningTask implements Liveness {
  private final Task task;
  private @Nullable Thread runner;
  private boolean cancelled;
  private int attempt = 1;
  private final AtomicBoolean taken = new AtomicBoolean();

  RunningTask(Task task) {
    this.task = task;
  }

  Task task() {
    return task;
  }

  /** Says that the calling thread will run the task; false when another one does. */
  boolean take() {
    return taken.compareAndSet(false, true);
  }

  boolean isTaken() {
    return taken.get();
  }

  /** Lets another thread take the task. */
  void giveBack() {
    taken.set(false);
  }

  int attempt() {
    return attempt;
  }

  void nextAttempt() {
    attempt++;
  }

  /** Says that the calling thread runs the task now; false when it was cancelled before. */
  synchronized boolean begin() {
    runner = Thread.currentThread();
    return !cancelled;
  }

  /** Says that the calling thread has finished; no interrupt of this task reaches it afterwards. */
  synchronized void end() {
    runner = null;
    if (cancelled) {
      Thread.interrupted();
    }
  }

  synchronized void cancel() {
    cancelled = true;
    if (runner != null) {
      runner.interrupt();
    }
  }

  @Override
  public void beat() {
    if (isCancelled()) {
      throw new CancellationException("Task " + task.id() + " was cancelled.");
    }
  }

  @Override
  public synchronized boolean isCancelled() {
    return cancelled;
  }
}

package io.evergraph.runtime.node;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.pregel.Task;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A task in flight in this process: it can be told that nobody waits for it any more. */
public final class RunningTask implements AttemptControl {
  private final Task task;
  private @Nullable Thread runner;
  private boolean cancelled;
  private final Consumer<Attempt> givenUp;
  private int attempt = 1;
  private @Nullable JsonNode last;
  private volatile @Nullable JsonNode details;
  private final AtomicBoolean taken = new AtomicBoolean();

  /**
   * Makes a task that nobody runs yet.
   *
   * @param givenUp told when an attempt is given up whose thread still runs
   */
  public RunningTask(Task task, BiConsumer<RunningTask, Attempt> givenUp) {
    this.task = task;
    this.givenUp = end -> givenUp.accept(this, end);
  }

  public Task task() {
    return task;
  }

  /** Says that the calling thread will run the task; false when another one does. */
  public boolean take() {
    return taken.compareAndSet(false, true);
  }

  public boolean isTaken() {
    return taken.get();
  }

  /** Lets another thread take the task. */
  public void giveBack() {
    taken.set(false);
  }

  public int attempt() {
    return attempt;
  }

  public void nextAttempt() {
    attempt++;
    last = details;
  }

  /** Says that the calling thread runs the task now; false when it was cancelled before. */
  public synchronized boolean begin() {
    runner = Thread.currentThread();
    return !cancelled;
  }

  /** Says that the calling thread has finished; no interrupt of this task reaches it afterwards. */
  public synchronized void end() {
    boolean own = runner == Thread.currentThread();
    runner = own ? null : runner;
    if (own && cancelled) {
      Thread.interrupted();
    }
  }

  public synchronized void cancel() {
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
  public void beat(JsonNode more) {
    details = more;
    beat();
  }

  @Override
  public Optional<JsonNode> lastDetails() {
    return Optional.ofNullable(last);
  }

  @Override
  public void giveUp(Attempt end) {
    givenUp.accept(end);
  }

  @Override
  public synchronized boolean isCancelled() {
    return cancelled;
  }
}

package io.evergraph.runtime.memory;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.graph.NodePolicy;
import io.evergraph.pregel.Task;
import io.evergraph.runtime.node.Attempt;
import io.evergraph.runtime.node.AttemptControl;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** A task in flight in this process; it can be cancelled from any thread. */
final class InMemoryTask implements AttemptControl {
  private final Task task;
  private final BiConsumer<InMemoryTask, Attempt> onGivenUp;
  private @Nullable Thread runner;
  private boolean cancelled;
  private int attempt = 1;
  private @Nullable JsonNode last;
  private volatile @Nullable JsonNode details;

  InMemoryTask(Task task, BiConsumer<InMemoryTask, Attempt> onGivenUp) {
    this.task = task;
    this.onGivenUp = onGivenUp;
  }

  Task task() {
    return task;
  }

  int attempt() {
    return attempt;
  }

  void nextAttempt() {
    attempt++;
    last = details;
  }

  /** Makes the calling thread the one that runs the task; false when it was cancelled before. */
  synchronized boolean begin() {
    runner = Thread.currentThread();
    return !cancelled;
  }

  /** Ends what {@link #begin} began; no interrupt of this task reaches the thread afterwards. */
  synchronized void end() {
    boolean own = runner == Thread.currentThread();
    runner = own ? null : runner;
    if (own && cancelled) {
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
    onGivenUp.accept(this, end);
  }

  @Override
  public synchronized boolean isCancelled() {
    return cancelled;
  }

  @Override
  public boolean runsElsewhereWhenLate(NodePolicy policy) {
    return false;
  }
}

package io.evergraph.runtime.memory;

import io.evergraph.pregel.TaskResult;
import io.evergraph.runtime.node.Attempt;
import io.evergraph.runtime.node.Invocation;
import io.evergraph.runtime.node.RunningTask;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** Runs the tasks of one thread in memory, on whichever thread takes them. */
final class InMemoryTasks {
  private final InMemoryRuntime runtime;
  private final Owner owner;
  private final Queue<RunningTask> ready = new ConcurrentLinkedQueue<>();

  InMemoryTasks(InMemoryRuntime runtime, Owner owner) {
    this.runtime = runtime;
    this.owner = owner;
  }

  /** Whose tasks they are. Its methods may be called from any thread. */
  interface Owner {
    /** Returns what an attempt of a task needs. */
    Invocation invocation(RunningTask running);

    /** Takes a result in if the task is still wanted, and returns the tasks to start. */
    List<RunningTask> settle(RunningTask running, TaskResult result);

    /** Returns whether a run has ended. */
    boolean isOver(String runId);
  }

  void start(RunningTask running) {
    ready.add(running);
    runtime.submit(new ReadyTask(running));
  }

  /** A task that the pool, or a thread that waits for its run, is to take. */
  private final class ReadyTask implements TaskPool.Ticket {
    private final RunningTask task;

    ReadyTask(RunningTask task) {
      this.task = task;
    }

    @Override
    public boolean isTaken() {
      return task.isTaken();
    }

    @Override
    public void run() {
      if (task.take()) {
        ready.remove(task);
        InMemoryTasks.this.run(task);
      }
    }
  }

  private @Nullable RunningTask takeReady() {
    RunningTask running = ready.poll();
    while (running != null && !running.take()) {
      running = ready.poll();
    }
    return running;
  }

  /** Runs a task and then, on the same thread, one of those that follow from it. */
  private void run(RunningTask first) {
    Optional<RunningTask> task = Optional.of(first);
    while (task.isPresent()) {
      task = after(task.get(), attempt(task.get()));
    }
  }

  private Optional<RunningTask> after(RunningTask running, Attempt attempt) {
    return attempt.match(
        ended -> settle(running, ended.result()),
        again -> retry(running, again.pause()),
        abandoned -> Optional.empty());
  }

  /** Runs tasks that no thread has taken yet on the calling thread, until a run is over. */
  void help(String runId) throws InterruptedException {
    RunningTask running = takeReady();
    while (running != null) {
      Attempt attempt = attempt(running);
      if (attempt.isCutOff()) {
        running.giveBack();
        start(running);
        throw new InterruptedException();
      }
      Optional<RunningTask> follower = after(running, attempt);
      if (owner.isOver(runId)) {
        follower.ifPresent(this::start);
        return;
      }
      running = follower.orElseGet(this::takeReady);
    }
  }

  private Attempt attempt(RunningTask running) {
    if (!running.begin()) {
      return new Attempt.Abandoned(running.task().id());
    }
    try {
      return runtime.invoker().run(owner.invocation(running));
    } finally {
      running.end();
    }
  }

  /** Another thread goes on, for the one of the attempt is stuck in its node. */
  void givenUp(RunningTask running, Attempt end) {
    after(running, end).ifPresent(this::start);
  }

  private Optional<RunningTask> retry(RunningTask running, Duration pause) {
    running.nextAttempt();
    running.giveBack();
    runtime.submitAfter(pause, new ReadyTask(running));
    return Optional.empty();
  }

  private Optional<RunningTask> settle(RunningTask running, TaskResult result) {
    List<RunningTask> starts = owner.settle(running, result);
    for (int position = 1; position < starts.size(); position++) {
      start(starts.get(position));
    }
    return starts.isEmpty() ? Optional.empty() : Optional.of(starts.get(0));
  }
}

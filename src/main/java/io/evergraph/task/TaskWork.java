package io.evergraph.task;

import io.evergraph.error.RuntimeClosedException;
import io.evergraph.error.StoreUnavailableException;
import io.evergraph.error.UnknownRunException;
import io.evergraph.error.UnknownThreadException;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.LogContents;
import io.evergraph.runtime.OnCancel;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.spi.TaskRecord;
import io.evergraph.runtime.spi.TaskRecordChange;
import io.evergraph.runtime.spi.TaskRecords;
import io.evergraph.runtime.spi.TaskState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Does what a task needs from its record to its end: start, follow, note; and tells of it. */
final class TaskWork {
  private static final Logger LOG = LoggerFactory.getLogger(TaskWork.class);

  private final GraphRuntime runtime;
  private final TaskRecords records;
  private final Submission submission;
  private final TaskFollower follower;
  private final WhileAway whileAway;
  private final List<AfterHook> hooks;

  TaskWork(
      GraphRuntime runtime,
      TaskRecords records,
      Submission submission,
      TaskFollower follower,
      WhileAway whileAway,
      List<AfterHook> hooks) {
    this.runtime = runtime;
    this.records = records;
    this.submission = submission;
    this.follower = follower;
    this.whileAway = whileAway;
    this.hooks = List.copyOf(hooks);
  }

  /**
   * What came of the work on a task.
   *
   * @param hasBegun whether its run has begun: one that was refused tells nothing of the agent
   */
  record Outcome(TaskRecord task, boolean hasBegun) {}

  /**
   * Works on a task that is pending or running until its work stops; while the runtime or its store
   * of large values cannot be reached, it stays what it is.
   *
   * @return what came of it
   * @throws CancellationException when this process stops; the task goes on
   * @throws RuntimeClosedException when the runtime was closed before; the task goes on
   * @throws StoreUnavailableException when its record cannot be changed; it is taken care of again
   *     when that has expired which was noted last
   */
  Outcome work(TaskRecord task) {
    TaskRecord current = task;
    TaskRecordChange end;
    boolean hasBegun = false;
    try {
      Optional<RunHandle> run = whileAway.retried(() -> begun(task));
      hasBegun = run.isPresent();
      if (task.state() == TaskState.PENDING) {
        current =
            run.isPresent() ? noted(task, TaskRecordChange.to(TaskState.RUNNING)) : found(task);
      }
      if (run.isEmpty() || current.state() != TaskState.RUNNING) {
        stop(task);
        return new Outcome(current, hasBegun);
      }
      end = followed(run.get(), task);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw stopping();
    } catch (CancellationException | StoreUnavailableException | RuntimeClosedException goesOn) {
      throw goesOn;
    } catch (RuntimeException failure) {
      if (Thread.currentThread().isInterrupted()) {
        throw stopping();
      }
      LOG.debug("Task {} has failed.", task.id(), LogContents.of(failure));
      end = TaskRecordChange.to(TaskState.FAILED, String.valueOf(failure.getMessage()));
    }
    return new Outcome(ended(current, end), hasBegun);
  }

  /** Where a reply was lost, the end may be noted already: who asks again finds it. */
  private TaskRecord ended(TaskRecord task, TaskRecordChange end) {
    try {
      return whileAway.retriedBriefly(() -> notedOnce(task, end));
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw stopping();
    }
  }

  /** What was noted before may be over by now: another run of the task is not ended. */
  private TaskRecord notedOnce(TaskRecord task, TaskRecordChange end) {
    TaskRecord now = found(task);
    return now.run().equals(task.run()) ? noted(task, end) : now;
  }

  private static CancellationException stopping() {
    return new CancellationException("This process stops.");
  }

  /** Returns nothing where somebody has stopped the task before its run could begin. */
  private Optional<RunHandle> begun(TaskRecord task) {
    if (task.state() == TaskState.RUNNING) {
      return Optional.of(runtime.run(ThreadId.of(task.thread()), task.run()));
    }
    return records
        .find(task.id())
        .filter(it -> !it.state().isOver())
        .map(open -> submission.start(task));
  }

  private TaskRecordChange followed(RunHandle run, TaskRecord task) throws InterruptedException {
    long begun = System.nanoTime() - timeBefore(task).toNanos();
    return whileAway.retried(() -> follower.follow(run, begun));
  }

  /** Returns how long another process has followed a task, as far as the clocks agree. */
  private static Duration timeBefore(TaskRecord task) {
    Duration since = Duration.between(task.changedAt(), Instant.now());
    return task.state() == TaskState.RUNNING && !since.isNegative() ? since : Duration.ZERO;
  }

  /**
   * Stops the run of a task that somebody has stopped: a start whose reply was lost, or whose
   * process was killed after it, may have begun the run.
   */
  void stop(TaskRecord task) throws InterruptedException {
    whileAway.retried(
        () -> {
          try {
            runtime.cancel(ThreadId.of(task.thread()), task.run(), OnCancel.KEEP);
          } catch (UnknownThreadException | UnknownRunException neverBegun) {
            LOG.debug("Task {} was stopped before it began.", task.id());
          }
          return task;
        });
  }

  /** Ends a task whose record may be there, or come later, as soon as that can be stored. */
  TaskRecord withdrawn(TaskRecord task, TaskRecordChange end) throws InterruptedException {
    TaskRecord ended = task.after(end, Instant.now());
    return whileAway.retriedUntilStored(
        () -> {
          records.withdraw(ended);
          return ended;
        });
  }

  /** Returns the record after a change, or as somebody else has changed it. */
  private TaskRecord noted(TaskRecord task, TaskRecordChange change) {
    return records.change(task.id(), task.state(), change).orElseGet(() -> found(task));
  }

  private TaskRecord found(TaskRecord task) {
    return records.find(task.id()).orElse(task);
  }

  /** Tells the hooks of a task whose work has stopped. */
  TaskRecord told(TaskRecord task) {
    for (AfterHook hook : hooks) {
      try {
        hook.after(task);
      } catch (RuntimeException | Error failure) {
        LOG.warn("A hook failed after task {}.", task.id(), LogContents.of(failure));
      }
    }
    return task;
  }
}

package io.evergraph.task;

import io.evergraph.error.StoreUnavailableException;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.LogContents;
import io.evergraph.runtime.OnCancel;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.spi.TaskChange;
import io.evergraph.runtime.spi.TaskRecord;
import io.evergraph.runtime.spi.TaskRecords;
import io.evergraph.runtime.spi.TaskState;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Does what a task needs from its record to its end: start, follow, note, tell. */
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
   * Works on a task that is pending or running until its work stops; while the runtime cannot be
   * reached, it stays what it is.
   *
   * @return its record after that
   * @throws CancellationException when this process stops; the task goes on
   * @throws StoreUnavailableException when its record cannot be changed; it is taken care of again
   *     when that has expired which was noted last
   */
  TaskRecord work(TaskRecord task) {
    TaskRecord current = task;
    TaskChange end;
    try {
      RunHandle run = whileAway.retried(() -> begun(task));
      if (task.state() == TaskState.PENDING) {
        current = noted(task, TaskChange.to(TaskState.RUNNING));
      }
      if (current.state() != TaskState.RUNNING) {
        stop(run);
        return told(current);
      }
      end = followed(run);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new CancellationException("This process stops.");
    } catch (CancellationException | StoreUnavailableException goesOn) {
      throw goesOn;
    } catch (RuntimeException failure) {
      LOG.debug("Task {} has failed.", task.id(), LogContents.of(failure));
      end = TaskChange.to(TaskState.FAILED, String.valueOf(failure.getMessage()));
    }
    return told(noted(current, end));
  }

  private RunHandle begun(TaskRecord task) {
    return task.state() == TaskState.PENDING
        ? submission.start(task)
        : runtime.run(ThreadId.of(task.thread()), task.run());
  }

  private TaskChange followed(RunHandle run) throws InterruptedException {
    long begun = System.nanoTime();
    return whileAway.retried(() -> follower.follow(run, begun));
  }

  private void stop(RunHandle run) throws InterruptedException {
    whileAway.retried(
        () -> {
          runtime.cancel(run.thread(), run.runId(), OnCancel.KEEP);
          return run;
        });
  }

  /** Returns the record after a change, or as somebody else has changed it. */
  private TaskRecord noted(TaskRecord task, TaskChange change) {
    return records
        .change(task.id(), task.state(), change)
        .or(() -> records.find(task.id()))
        .orElse(task);
  }

  private TaskRecord told(TaskRecord task) {
    for (AfterHook hook : hooks) {
      try {
        hook.after(task);
      } catch (RuntimeException failure) {
        LOG.warn("A hook failed after task {}.", task.id(), LogContents.of(failure));
      }
    }
    return task;
  }
}

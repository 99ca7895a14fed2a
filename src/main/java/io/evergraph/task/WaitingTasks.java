package io.evergraph.task;

import io.evergraph.error.UnknownThreadException;
import io.evergraph.event.RunEvent;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.LogContents;
import io.evergraph.runtime.TaskThreads;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.spi.TaskRecord;
import io.evergraph.runtime.spi.TaskRecordChange;
import io.evergraph.runtime.spi.TaskRecords;
import io.evergraph.runtime.spi.TaskState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks whether the threads of tasks that wait for people have gone on: nobody says so. */
final class WaitingTasks implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(WaitingTasks.class);
  private static final int LOOKS_AT_ONCE = 8;
  private static final Duration LONGEST_LOOK = Duration.ofSeconds(2);
  private static final String LEFT_BEHIND = "The thread has gone on without an answer.";

  private final GraphRuntime runtime;
  private final TaskRecords records;
  private final UnaryOperator<TaskRecord> told;
  private final Consumer<TaskRecord> goOn;
  private final Executor later;
  private final ExecutorService looks =
      Executors.newFixedThreadPool(LOOKS_AT_ONCE, TaskThreads.daemons("evergraph-waiting-tasks"));

  /**
   * Makes what looks.
   *
   * @param told tells hooks of a task that has ended
   * @param goOn takes care of a task that runs again
   * @param later tells hooks of tasks that have ended where somebody waits for a list
   */
  WaitingTasks(
      GraphRuntime runtime,
      TaskRecords records,
      UnaryOperator<TaskRecord> told,
      Consumer<TaskRecord> goOn,
      Executor later) {
    this.runtime = runtime;
    this.records = records;
    this.told = told;
    this.goOn = goOn;
    this.later = later;
  }

  /** Returns a record, changed where it waits and its thread has gone on. */
  TaskRecord latest(TaskRecord task) {
    if (task.state() != TaskState.WAITING) {
      return task;
    }
    return look(task).map(seen -> changed(task, seen, this::tell)).orElse(task);
  }

  /**
   * Returns records, those changed that wait and whose threads have gone on, as far as this is
   * known soon; the others as they were noted. Looks that are late are interrupted: they only read.
   */
  List<TaskRecord> latest(List<TaskRecord> tasks) {
    List<Callable<Optional<TaskRecordChange>>> waiting =
        tasks.stream()
            .filter(task -> task.state() == TaskState.WAITING)
            .map(task -> (Callable<Optional<TaskRecordChange>>) () -> look(task))
            .toList();
    if (waiting.isEmpty()) {
      return tasks;
    }
    try {
      List<Future<Optional<TaskRecordChange>>> seen =
          looks.invokeAll(waiting, LONGEST_LOOK.toMillis(), TimeUnit.MILLISECONDS);
      return merged(tasks, seen);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      return tasks;
    }
  }

  private List<TaskRecord> merged(
      List<TaskRecord> tasks, List<Future<Optional<TaskRecordChange>>> seen)
      throws InterruptedException {
    List<TaskRecord> merged = new ArrayList<>();
    int next = 0;
    for (TaskRecord task : tasks) {
      merged.add(task.state() == TaskState.WAITING ? found(seen.get(next++), task) : task);
    }
    return List.copyOf(merged);
  }

  private TaskRecord found(Future<Optional<TaskRecordChange>> look, TaskRecord noted)
      throws InterruptedException {
    Optional<TaskRecordChange> seen;
    try {
      seen = look.get();
    } catch (CancellationException late) {
      return noted;
    } catch (ExecutionException failure) {
      LOG.debug("Task {} could not be looked up.", noted.id(), LogContents.of(failure));
      return noted;
    }
    return seen.map(change -> changed(noted, change, this::tellLater)).orElse(noted);
  }

  private void tell(TaskRecord task) {
    TaskRecord unused = told.apply(task);
  }

  private void tellLater(TaskRecord task) {
    later.execute(() -> tell(task));
  }

  /** Reads only. Returns the change of the record; empty where the thread waits as it did. */
  private Optional<TaskRecordChange> look(TaskRecord task) {
    try {
      ThreadId thread = ThreadId.of(task.thread());
      List<String> runs = runtime.snapshot(thread).runs();
      boolean isLatest = runs.contains(task.run());
      String run = isLatest ? last(runs) : lastOf(task, runtime.events(thread, 1));
      if (!run.equals(task.run())) {
        return Optional.of(TaskRecordChange.to(TaskState.RUNNING).by(run));
      }
      return isLatest
          ? Optional.empty()
          : Optional.of(TaskRecordChange.to(TaskState.CANCELLED, LEFT_BEHIND));
    } catch (UnknownThreadException gone) {
      return Optional.of(TaskRecordChange.to(TaskState.FAILED, gone.getMessage()));
    }
  }

  /** Answers begin runs that go on with the task; a new input begins one that does not. */
  private static String lastOf(TaskRecord task, List<RunEvent> events) {
    List<RunEvent.RunStarted> begun =
        events.stream()
            .filter(RunEvent.RunStarted.class::isInstance)
            .map(RunEvent.RunStarted.class::cast)
            .filter(it -> !endsAtOnce(it, events))
            .dropWhile(it -> !it.runs().contains(task.run()))
            .skip(1)
            .takeWhile(it -> it.cause() != RunEvent.Cause.INPUT)
            .toList();
    return begun.isEmpty() ? task.run() : last(begun.get(begun.size() - 1).runs());
  }

  /** An input that was refused or withdrawn takes nobody's place. */
  private static boolean endsAtOnce(RunEvent.RunStarted started, List<RunEvent> events) {
    return events.stream()
        .anyMatch(
            it ->
                it.number() == started.number() + 1
                    && it.endsRun()
                    && it.runs().equals(started.runs()));
  }

  private static String last(List<String> runs) {
    return runs.get(runs.size() - 1);
  }

  private TaskRecord changed(TaskRecord waiting, TaskRecordChange seen, Consumer<TaskRecord> tell) {
    Optional<TaskRecord> changed = records.change(waiting.id(), TaskState.WAITING, seen);
    changed.ifPresent(it -> (it.state() == TaskState.RUNNING ? goOn : tell).accept(it));
    return changed.orElse(waiting);
  }

  /** Ends a task that nobody works on: hooks are told here. */
  Optional<TaskRecord> ended(TaskRecord waiting, TaskRecordChange end) {
    return records.change(waiting.id(), TaskState.WAITING, end).map(told);
  }

  @Override
  public void close() {
    looks.shutdownNow();
  }
}

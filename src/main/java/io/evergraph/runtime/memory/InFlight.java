package io.evergraph.runtime.memory;

import io.evergraph.event.RecoveryEvent;
import io.evergraph.event.RunEvent;
import io.evergraph.pregel.Next;
import io.evergraph.pregel.RunSettings;
import io.evergraph.pregel.Task;
import io.evergraph.runtime.node.Attempt;
import io.evergraph.runtime.node.RunningTask;
import io.evergraph.runtime.thread.ThreadProgress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;

/** The tasks of one thread that run in this process. Not safe for use by several threads. */
final class InFlight {
  private final Map<String, RunningTask> tasks = new LinkedHashMap<>();
  private final BiConsumer<RunningTask, Attempt> givenUp;

  /**
   * Holds no tasks yet.
   *
   * @param givenUp told when an attempt is given up whose thread still runs
   */
  InFlight(BiConsumer<RunningTask, Attempt> givenUp) {
    this.givenUp = givenUp;
  }

  /**
   * Returns whether exactly what should run does run, after a result: without a new commit, it only
   * takes its task away. An input may add one and take another away, so that numbers say nothing. A
   * handler takes the place of the task that failed.
   */
  boolean isAlike(ThreadProgress progress, List<RunEvent> events) {
    return !plansHandler(events)
        && progress.isRunning()
        && progress.at().commits().isEmpty()
        && progress.at().frames().ready() == tasks.size();
  }

  private static boolean plansHandler(List<RunEvent> events) {
    for (RunEvent event : events) {
      if (event instanceof RecoveryEvent.HandlerPlanned) {
        return true;
      }
    }
    return false;
  }

  /**
   * Cancels what should not run any more, and returns what should run but does not yet, as far as
   * there is room.
   */
  List<RunningTask> reconcile(ThreadProgress progress) {
    if (!(progress.next() instanceof Next.Run run)) {
      cancelAllBut(Set.of());
      return List.of();
    }
    RunSettings settings = progress.at().lastSegment().orElseThrow().settings();
    if (!tasks.isEmpty()) {
      cancelAllBut(run.tasks().stream().map(Task::id).collect(Collectors.toSet()));
    }
    List<RunningTask> starts = new ArrayList<>(run.tasks().size());
    for (Task task : run.tasks()) {
      if (settings.hasRoomBeside(tasks.size()) && !tasks.containsKey(task.id())) {
        RunningTask running = new RunningTask(task, givenUp);
        tasks.put(task.id(), running);
        starts.add(running);
      }
    }
    return starts;
  }

  private void cancelAllBut(Set<String> wanted) {
    tasks
        .values()
        .removeIf(
            running -> {
              boolean unwanted = !wanted.contains(running.task().id());
              if (unwanted) {
                running.cancel();
              }
              return unwanted;
            });
  }

  /** Takes a task out that has its result; false when it was cancelled meanwhile. */
  boolean remove(RunningTask running) {
    return tasks.remove(running.task().id(), running);
  }
}

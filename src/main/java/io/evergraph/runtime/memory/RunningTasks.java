package io.evergraph.runtime.memory;

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
import java.util.function.BiConsumer;

/** The tasks of one thread that run in this process. Not safe for use by several threads. */
final class RunningTasks {
  private final Map<String, RunningTask> tasks = new LinkedHashMap<>();
  private final BiConsumer<RunningTask, Attempt> givenUp;

  /**
   * Holds no tasks yet.
   *
   * @param givenUp told when an attempt is given up whose thread still runs
   */
  RunningTasks(BiConsumer<RunningTask, Attempt> givenUp) {
    this.givenUp = givenUp;
  }

  /**
   * Cancels what should not run any more, and returns what should run but does not yet, as far as
   * there is room.
   */
  List<RunningTask> reconcile(ThreadProgress progress) {
    List<Task> wanted = progress.next() instanceof Next.Run run ? run.tasks() : List.of();
    cancelAllBut(wanted);
    if (wanted.isEmpty()) {
      return List.of();
    }
    RunSettings settings = progress.at().lastSegment().orElseThrow().settings();
    List<RunningTask> starts = new ArrayList<>();
    for (Task task : wanted) {
      if (settings.hasRoomBeside(tasks.size()) && !tasks.containsKey(task.id())) {
        RunningTask running = new RunningTask(task, givenUp);
        tasks.put(task.id(), running);
        starts.add(running);
      }
    }
    return starts;
  }

  private void cancelAllBut(List<Task> wanted) {
    long known = wanted.stream().filter(task -> tasks.containsKey(task.id())).count();
    if (known == tasks.size()) {
      return;
    }
    Map<String, RunningTask> unwanted = new LinkedHashMap<>(tasks);
    wanted.forEach(task -> unwanted.remove(task.id()));
    unwanted.values().forEach(RunningTask::cancel);
    tasks.keySet().removeAll(unwanted.keySet());
  }

  /** Takes a task out that has its result; false when it was cancelled meanwhile. */
  boolean remove(RunningTask running) {
    return tasks.remove(running.task().id(), running);
  }
}

package io.evergraph.runtime.thread;

import io.evergraph.pregel.Task;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The tasks of a thread that run. Deterministic; not safe for use by several threads.
 *
 * @param <T> what a runtime knows of a task that runs
 */
public final class TasksInFlight<T> {
  private final Map<String, T> running = new LinkedHashMap<>();

  /**
   * Cancels the tasks that should not run any more, and returns those that should run and do not.
   */
  public List<Task> align(List<Task> wanted, Consumer<T> cancel) {
    List<Task> missing = wanted.stream().filter(task -> !running.containsKey(task.id())).toList();
    if (wanted.size() - missing.size() < running.size()) {
      Map<String, T> unwanted = new LinkedHashMap<>(running);
      wanted.forEach(task -> unwanted.remove(task.id()));
      running.keySet().removeAll(unwanted.keySet());
      unwanted.values().forEach(cancel);
    }
    return missing;
  }

  /** Returns whether another task may run, as the caller of the run wants it. */
  public boolean hasRoom(ThreadProgress progress) {
    return progress.at().lastSegment().orElseThrow().settings().hasRoomBeside(running.size());
  }

  public void add(Task task, T started) {
    running.put(task.id(), started);
  }

  /** Takes a task out that has come to its end; false when it was cancelled meanwhile. */
  public boolean remove(Task task, T started) {
    return running.remove(task.id(), started);
  }

  public Collection<T> all() {
    return running.values();
  }
}

package io.evergraph.runtime.thread;

import io.evergraph.pregel.Next;
import io.evergraph.pregel.Task;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The tasks of a thread that should be running.
 *
 * @param here those that run on the thread itself
 * @param calls those that threads of their own work for
 */
public record WantedTasks(List<Task> here, List<Task> calls) {
  public static WantedTasks of(ThreadProgress progress) {
    List<Task> all = progress.next() instanceof Next.Run run ? run.tasks() : List.of();
    if (!progress.pregel().hasCalls()) {
      return new WantedTasks(all, List.of());
    }
    List<Task> calls =
        all.stream().filter(task -> progress.pregel().isCall(progress.at(), task)).toList();
    Set<Task> elsewhere = new HashSet<>(calls);
    return new WantedTasks(all.stream().filter(task -> !elsewhere.contains(task)).toList(), calls);
  }
}

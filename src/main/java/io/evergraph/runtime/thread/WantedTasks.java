package io.evergraph.runtime.thread;

import io.evergraph.pregel.Checkpoint;
import io.evergraph.pregel.Frame;
import io.evergraph.pregel.GraphTrait;
import io.evergraph.pregel.Next;
import io.evergraph.pregel.Pregel;
import io.evergraph.pregel.Task;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The tasks of a thread that should be running.
 *
 * @param here those that run on the thread itself
 * @param calls those that threads of their own work for
 */
public record WantedTasks(List<Task> here, List<Task> calls) {
  private static final Set<GraphTrait> ENDING_OTHERS = Set.of(GraphTrait.RACES, GraphTrait.EAGER);

  public static WantedTasks of(ThreadProgress progress) {
    List<Task> all = progress.next() instanceof Next.Run run ? run.tasks() : List.of();
    if (!progress.pregel().traits().contains(GraphTrait.CALLS)) {
      return new WantedTasks(all, List.of());
    }
    List<Task> calls =
        all.stream().filter(task -> progress.pregel().isCall(progress.at(), task)).toList();
    Set<Task> elsewhere = new HashSet<>(calls);
    return new WantedTasks(all.stream().filter(task -> !elsewhere.contains(task)).toList(), calls);
  }

  /**
   * Returns whether no more has happened between two checkpoints than that a task has ended: of the
   * others, those should run that should before.
   */
  public static boolean onlyEnded(Task task, Pregel pregel, Checkpoint before, Checkpoint after) {
    return after.commits().isEmpty()
        && before.lastSegment().equals(after.lastSegment())
        && Collections.disjoint(pregel.traits(), ENDING_OTHERS)
        && before.frame(task.namespace()).filter(was -> onlyEnded(task, was, after)).isPresent();
  }

  private static boolean onlyEnded(Task task, Frame before, Checkpoint after) {
    return after
        .frame(task.namespace())
        .filter(frame -> frame.plan().isOneEndAfter(before.plan()))
        .isPresent();
  }

  /**
   * Cancels the tasks that run and should not, and returns those that should run here and do not.
   *
   * @param running what a runtime knows of each task that runs, by its id; loses those it cancels
   */
  public <T> List<Task> align(Map<String, T> running, Consumer<T> cancel) {
    List<Task> missing = here.stream().filter(task -> !running.containsKey(task.id())).toList();
    if (here.size() - missing.size() < running.size()) {
      Map<String, T> unwanted = new LinkedHashMap<>(running);
      here.forEach(task -> unwanted.remove(task.id()));
      running.keySet().removeAll(unwanted.keySet());
      unwanted.values().forEach(cancel);
    }
    return missing;
  }
}

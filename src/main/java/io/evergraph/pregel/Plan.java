package io.evergraph.pregel;

import io.evergraph.graph.Graph;
import io.evergraph.state.PersistentList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of the superstep in progress, in the order in which their writes will be applied.
 * Immutable.
 */
public final class Plan {
  private static final Plan EMPTY = new Plan(PersistentList.empty(), Map.of());

  private final PersistentList<PlannedTask> tasks;
  private final Map<String, Integer> positions;

  private Plan(PersistentList<PlannedTask> tasks, Map<String, Integer> positions) {
    this.tasks = tasks;
    this.positions = positions;
  }

  /** Returns the plan without tasks. */
  public static Plan empty() {
    return EMPTY;
  }

  /** Returns a plan of the given tasks, in that order. */
  public static Plan of(List<PlannedTask> tasks) {
    Map<String, Integer> positions = new HashMap<>();
    tasks.forEach(planned -> positions.put(planned.task().id(), positions.size()));
    return new Plan(PersistentList.copyOf(tasks), positions);
  }

  /** Returns the tasks in order. */
  public List<PlannedTask> tasks() {
    return tasks;
  }

  /** Returns the task of an id. */
  public Optional<PlannedTask> find(String taskId) {
    return Optional.ofNullable(positions.get(taskId)).map(tasks::get);
  }

  /** Returns whether nothing is planned. */
  public boolean isEmpty() {
    return tasks.isEmpty();
  }

  /** Returns the names of the nodes, in order, each once. */
  public List<String> nodes() {
    return tasks.stream().map(planned -> planned.task().node()).distinct().toList();
  }

  boolean isComplete() {
    return tasks.stream().allMatch(planned -> planned.progress() instanceof Progress.Settled);
  }

  Plan with(PlannedTask planned) {
    Integer position = positions.get(planned.task().id());
    if (position == null) {
      throw new IllegalStateException(
          "Expected a planned task but found " + planned.task().id() + ".");
    }
    return new Plan(tasks.with(position, planned), positions);
  }

  /** Returns whether this is the entry of a graph: only what follows START is to be found out. */
  boolean isEntry() {
    return !isEmpty() && tasks.get(0).task().node().equals(Graph.START);
  }

  Plan moved(long checkpoint, int step) {
    return of(
        tasks.stream()
            .map(
                planned ->
                    new PlannedTask(planned.task().moved(checkpoint, step), planned.progress()))
            .toList());
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Plan plan && tasks.equals(plan.tasks);
  }

  @Override
  public int hashCode() {
    return tasks.hashCode();
  }

  @Override
  public String toString() {
    return tasks.toString();
  }
}

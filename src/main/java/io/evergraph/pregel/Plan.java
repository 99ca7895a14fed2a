package io.evergraph.pregel;

import io.evergraph.graph.Graph;
import io.evergraph.state.PersistentList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of the superstep in progress, in the order in which their writes will be applied.
 * Immutable.
 */
public final class Plan {
  private static final Plan EMPTY = new Plan(PersistentList.empty(), Map.of(), 0, 0);

  private final PersistentList<PlannedTask> tasks;
  private final Map<String, Integer> positions;
  private final int ready;
  private final int over;

  private Plan(
      PersistentList<PlannedTask> tasks, Map<String, Integer> positions, int ready, int over) {
    this.tasks = tasks;
    this.positions = positions;
    this.ready = ready;
    this.over = over;
  }

  /** Returns the plan without tasks. */
  public static Plan empty() {
    return EMPTY;
  }

  /** Returns a plan of the given tasks, in that order. */
  public static Plan of(List<PlannedTask> tasks) {
    if (tasks.isEmpty()) {
      return EMPTY;
    }
    Map<String, Integer> positions = new HashMap<>();
    int ready = 0;
    int over = 0;
    for (PlannedTask planned : tasks) {
      positions.put(planned.task().id(), positions.size());
      ready += ready(planned);
      over += over(planned);
    }
    return new Plan(PersistentList.copyOf(tasks), positions, ready, over);
  }

  private static int ready(PlannedTask planned) {
    return planned.progress() instanceof Progress.Ready ? 1 : 0;
  }

  private static int over(PlannedTask planned) {
    return planned.progress().isOver() ? 1 : 0;
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
    if (tasks.size() == 1) {
      return List.of(tasks.get(0).task().node());
    }
    Set<String> names = new LinkedHashSet<>();
    tasks.forEach(planned -> names.add(planned.task().node()));
    return List.copyOf(names);
  }

  boolean isComplete() {
    return over == tasks.size();
  }

  /** Returns how many tasks are to be run. */
  int ready() {
    return ready;
  }

  /** Returns whether another plan is of the same tasks, however far they have come. */
  boolean hasTasksOf(Plan other) {
    return positions == other.positions;
  }

  int position(String taskId) {
    return Optional.ofNullable(positions.get(taskId)).orElseThrow(() -> unplanned(taskId));
  }

  private static IllegalStateException unplanned(String taskId) {
    return new IllegalStateException("Expected a planned task but found " + taskId + ".");
  }

  Plan with(PlannedTask planned) {
    int position = position(planned.task().id());
    PlannedTask before = tasks.get(position);
    return new Plan(
        tasks.with(position, planned),
        positions,
        ready - ready(before) + ready(planned),
        over - over(before) + over(planned));
  }

  /** Returns this plan with another task in the place of one. */
  Plan with(String replaced, PlannedTask planned) {
    return of(tasks.stream().map(any -> any.task().id().equals(replaced) ? planned : any).toList());
  }

  /** Returns whether this is the entry of a graph: only what follows START is to be found out. */
  boolean isEntry() {
    return !isEmpty() && tasks.get(0).task().node().equals(Graph.START);
  }

  /** Returns the tasks of another plan that this one lacks: a node that waits to run runs once. */
  Plan lacking(Plan other) {
    return of(other.tasks.stream().filter(planned -> !awaits(planned.task())).toList());
  }

  private boolean awaits(Task task) {
    return tasks.stream()
        .filter(planned -> planned.progress() instanceof Progress.Ready)
        .map(PlannedTask::task)
        .anyMatch(
            it ->
                it.node().equals(task.node())
                    && it.trigger() instanceof Trigger.Edges
                    && task.trigger() instanceof Trigger.Edges);
  }

  /** Returns the tasks of both plans: those along edges by node, then those that were sent. */
  Plan and(Plan other) {
    Comparator<PlannedTask> order =
        Comparator.comparing(
            planned ->
                planned.task().trigger() instanceof Trigger.Sent ? "" : planned.task().node(),
            Comparator.comparing(String::isEmpty).thenComparing(Comparator.naturalOrder()));
    return of(Stream.concat(tasks.stream(), other.tasks.stream()).sorted(order).toList());
  }

  Plan moved(long checkpoint, int step) {
    return of(
        tasks.stream()
            .map(
                planned ->
                    new PlannedTask(planned.task().moved(checkpoint, step), planned.progress()))
            .toList());
  }

  /** Returns these tasks as new ones, none of which has run. */
  Plan replanned(String thread, Frame frame, long checkpoint, int step) {
    return of(
        tasks.stream()
            .map(PlannedTask::task)
            .map(
                task ->
                    Task.planned(
                        thread, frame, task.node(), task.index(), task.trigger(), checkpoint, step))
            .map(PlannedTask::ready)
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

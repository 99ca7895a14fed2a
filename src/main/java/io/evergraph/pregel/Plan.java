package io.evergraph.pregel;

import io.evergraph.graph.Graph;
import io.evergraph.state.PersistentList;
import io.evergraph.state.TaskWrites;
import io.evergraph.state.Write;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of the superstep in progress, in the order in which their writes will be applied.
 * Immutable.
 */
public final class Plan {
  private static final Plan EMPTY = new Plan(PersistentList.empty(), Map.of(), Counts.NONE);

  private final PersistentList<PlannedTask> tasks;
  private final Map<String, Integer> positions;
  private final Counts counts;

  private Plan(PersistentList<PlannedTask> tasks, Map<String, Integer> positions, Counts counts) {
    this.tasks = tasks;
    this.positions = positions;
    this.counts = counts;
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
    Map<String, Integer> positions = positions(tasks);
    Counts counts = Counts.NONE;
    for (PlannedTask planned : tasks) {
      counts = counts.plus(planned.progress());
    }
    return new Plan(PersistentList.copyOf(tasks), positions, counts);
  }

  private static Map<String, Integer> positions(List<PlannedTask> tasks) {
    if (tasks.size() == 1) {
      return Map.of(tasks.get(0).task().id(), 0);
    }
    Map<String, Integer> positions = new HashMap<>();
    for (PlannedTask planned : tasks) {
      positions.put(planned.task().id(), positions.size());
    }
    return positions;
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

  /** Returns the names of the nodes, in order, one for each task. */
  public List<String> next() {
    return tasks.stream().map(planned -> planned.task().node()).toList();
  }

  boolean isComplete() {
    return counts.over() == tasks.size();
  }

  /** Returns whether nothing more comes of some task. */
  boolean hasOver() {
    return counts.over() > 0;
  }

  /** Returns how many tasks are to be run. */
  public int ready() {
    return counts.ready();
  }

  /** Returns whether a task has failed and may be tried again. */
  public boolean hasBroken() {
    return counts.broken() > 0;
  }

  /** Returns whether another plan is of the same tasks, however far they have come. */
  public boolean hasTasksOf(Plan other) {
    return positions == other.positions;
  }

  /** Returns whether no more has happened since another plan than that a task has ended. */
  public boolean isOneEndAfter(Plan before) {
    return hasTasksOf(before) && counts.equals(before.counts.withOneEnd());
  }

  boolean has(String taskId) {
    return positions.containsKey(taskId);
  }

  /** Returns the task that called a subgraph. */
  PlannedTask caller(Frame child) {
    return tasks.get(position(String.valueOf(child.parentTaskId())));
  }

  int position(String taskId) {
    Integer position = positions.get(taskId);
    if (position == null) {
      throw new IllegalStateException("Expected a planned task but found " + taskId + ".");
    }
    return position;
  }

  Plan with(PlannedTask planned) {
    int position = position(planned.task().id());
    PlannedTask before = tasks.get(position);
    return new Plan(
        tasks.with(position, planned.at(before.depth())),
        positions,
        counts.minus(before.progress()).plus(planned.progress()));
  }

  Plan only(Predicate<PlannedTask> those) {
    return of(tasks.stream().filter(those).toList());
  }

  /**
   * Returns these tasks, planned anew, as far as others before them have come already. What has
   * finished stays, wherever the routes lead now.
   */
  Plan takingUp(Plan before) {
    List<PlannedTask> left = new ArrayList<>(before.tasks);
    List<PlannedTask> taken = new ArrayList<>();
    for (PlannedTask planned : tasks) {
      Optional<PlannedTask> known =
          left.stream().filter(it -> planned.task().isAgain(it.task())).findFirst();
      known.ifPresent(left::remove);
      taken.add(known.orElse(planned));
    }
    return of(taken).and(of(left).finished());
  }

  Plan finished() {
    return only(planned -> planned.progress() instanceof Progress.Settled);
  }

  Plan with(String replaced, PlannedTask planned) {
    return of(
        tasks.stream()
            .map(any -> any.task().id().equals(replaced) ? planned.at(any.depth()) : any)
            .toList());
  }

  /** Returns whether this is the entry of a graph: only what follows START is to be found out. */
  boolean isEntry() {
    return !isEmpty() && tasks.get(0).task().node().equals(Graph.START);
  }

  /** Returns whether it is more than routers that are asked: the entry, or routes found anew. */
  boolean hasRunNodes() {
    return !isEntry() && tasks.stream().anyMatch(planned -> !planned.task().isRouting());
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

  /**
   * Returns the tasks of both plans: the entry, those along edges by node, then those that were
   * sent. A handler has the place of the node that failed.
   */
  Plan and(Plan other) {
    Comparator<PlannedTask> order =
        Comparator.comparing((PlannedTask planned) -> !planned.task().node().equals(Graph.START))
            .thenComparing(planned -> planned.task().index() > 0)
            .thenComparing(planned -> planned.task().index() > 0 ? "" : planned.task().source());
    return of(Stream.concat(tasks.stream(), other.tasks.stream()).sorted(order).toList());
  }

  List<TaskWrites> contributions() {
    List<TaskWrites> contributions = new ArrayList<>(tasks.size());
    for (PlannedTask planned : tasks) {
      if (!planned.isDropped()) {
        contributions.add(new TaskWrites(planned.task().node(), planned.completed().writes()));
      }
    }
    return contributions;
  }

  /**
   * Returns the contributions of the first superstep of a graph, of its entry only what the routers
   * wrote: its result repeats the input before that.
   */
  List<TaskWrites> beyondInput() {
    List<TaskWrites> own = contributions();
    List<Write> written = own.get(0).writes();
    int given = tasks.get(0).task().trigger().values().writes().size();
    own.set(0, new TaskWrites(Graph.START, written.subList(given, written.size())));
    return own;
  }

  List<TaskResult.ParentCommand> parentCommands() {
    List<TaskResult.ParentCommand> commands = new ArrayList<>();
    for (PlannedTask planned : tasks) {
      TaskResult.ParentCommand command = planned.isDropped() ? null : planned.completed().upward();
      if (command != null) {
        commands.add(command);
      }
    }
    return commands;
  }

  Plan moved(Predicate<PlannedTask> those, long checkpoint, int step) {
    return only(those).isEmpty()
        ? this
        : of(
            tasks.stream()
                .map(planned -> those.test(planned) ? planned.moved(checkpoint, step) : planned)
                .toList());
  }

  Plan moved(long checkpoint, int step) {
    return of(tasks.stream().map(planned -> planned.moved(checkpoint, step)).toList());
  }

  /** Tasks that would get one id keep apart, such as those of several commits. */
  Plan replanned(String thread, Frame frame, long checkpoint, int step) {
    Set<String> ids = new HashSet<>();
    List<PlannedTask> again = new ArrayList<>(tasks.size());
    for (PlannedTask planned : tasks) {
      Task was = planned.task();
      Task task =
          Task.planned(thread, frame, was.node(), was.index(), was.trigger(), checkpoint, step);
      again.add(PlannedTask.ready(ids.add(task.id()) ? task : was.apart(checkpoint, step)));
    }
    return of(again);
  }

  /**
   * Returns these tasks of an eager graph, to begin anew at another checkpoint: those of several
   * commits keep apart, and what failed is tried itself, not its handler.
   */
  Plan begunAnew(long checkpoint, int step) {
    return of(
        tasks.stream()
            .map(planned -> planned.task().begunAnew(checkpoint, step))
            .map(PlannedTask::ready)
            .toList());
  }

  /** Returns the tasks of both plans, these first. */
  Plan followedBy(Plan added) {
    if (isEmpty() || added.isEmpty()) {
      return isEmpty() ? added : this;
    }
    return of(Stream.concat(tasks.stream(), added.tasks.stream()).toList());
  }

  Plan at(int depth) {
    return tasks.stream().allMatch(planned -> planned.depth() == depth)
        ? this
        : new Plan(
            PersistentList.copyOf(tasks.stream().map(planned -> planned.at(depth)).toList()),
            positions,
            counts);
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

  /** How many tasks have come how far: kept along, so that a result costs no look at the others. */
  private record Counts(int ready, int over, int broken) {
    static final Counts NONE = new Counts(0, 0, 0);

    Counts plus(Progress progress) {
      return changed(progress, 1);
    }

    Counts minus(Progress progress) {
      return changed(progress, -1);
    }

    Counts withOneEnd() {
      return new Counts(ready - 1, over + 1, broken);
    }

    private Counts changed(Progress progress, int by) {
      return new Counts(
          progress instanceof Progress.Ready ? ready + by : ready,
          progress.isOver() ? over + by : over,
          progress instanceof Progress.Broken ? broken + by : broken);
    }
  }
}

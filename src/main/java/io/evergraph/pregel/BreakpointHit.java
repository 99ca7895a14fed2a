package io.evergraph.pregel;

import java.util.List;
import java.util.stream.Stream;

/**
 * A breakpoint at which a frame stands: nothing of what is planned in it has begun. In an eager
 * graph only the tasks that follow the breakpoint stand.
 *
 * @param before the planned nodes before which it stands
 * @param after the nodes that have ended and after which it stands
 * @param tasks in an eager graph, the ids of the tasks that stand; empty in supersteps
 */
public record BreakpointHit(List<String> before, List<String> after, List<String> tasks) {
  /** Lets a frame pass the breakpoints that it stood after, while their routes are found anew. */
  static final BreakpointHit PASSING = new BreakpointHit(List.of(), List.of(), List.of());

  public BreakpointHit {
    before = List.copyOf(before);
    after = List.copyOf(after);
    tasks = tasks == null ? List.of() : List.copyOf(tasks);
  }

  /** Returns whether a task of an eager graph stands here. */
  boolean holds(Task task) {
    return tasks.contains(task.id());
  }

  /** Returns this hit for a plan in which other tasks stand in the places of those of another. */
  BreakpointHit moved(Plan from, Plan to) {
    List<String> standing =
        from.tasks().stream()
            .map(PlannedTask::task)
            .filter(this::holds)
            .map(task -> to.tasks().get(from.position(task.id())).task().id())
            .toList();
    return new BreakpointHit(before, after, standing);
  }

  BreakpointHit and(BreakpointHit other) {
    return new BreakpointHit(
        both(before, other.before), both(after, other.after), both(tasks, other.tasks));
  }

  private static List<String> both(List<String> some, List<String> others) {
    return Stream.concat(some.stream(), others.stream()).distinct().toList();
  }

  /** Returns whether the frame stands no longer, and only passes. */
  public boolean passes() {
    return before.isEmpty() && after.isEmpty();
  }
}

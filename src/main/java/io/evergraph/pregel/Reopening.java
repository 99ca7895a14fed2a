package io.evergraph.pregel;

import static io.evergraph.graph.Graph.START;

import java.util.List;
import java.util.Optional;

/**
 * Opens subgraphs anew of which nothing has run yet when the state around them is edited, so that
 * they begin with the edit. Those that keep their state between calls go on as they are.
 */
final class Reopening {
  private final Levels levels;
  private final Transition transition;

  Reopening(Levels levels, Transition transition) {
    this.levels = levels;
    this.transition = transition;
  }

  /** Opens the untouched subgraphs of the tasks of a frame. */
  void reopen(String namespace) {
    List<PlannedTask> callers =
        transition.frame(namespace).plan().tasks().stream()
            .filter(planned -> planned.task().trigger().readsCheckpoint())
            .filter(planned -> opened(planned).filter(this::isUntouched).isPresent())
            .toList();
    callers.forEach(caller -> transition.replace(caller.task(), caller.task()));
    transition.calls().open(namespace, Plan.of(callers));
  }

  private Optional<Frame> opened(PlannedTask planned) {
    return planned.progress() instanceof Progress.Nested nested
        ? Optional.of(transition.frame(nested.namespace()))
        : Optional.empty();
  }

  private boolean isUntouched(Frame child) {
    return !child.isKept()
        && child.hold() == null
        && child.step() <= 0
        && (child.plan().isEntry() || !levels.of(child).hasRouters(START))
        && child.plan().tasks().stream().allMatch(this::isUntouched);
  }

  private boolean isUntouched(PlannedTask planned) {
    boolean isNew = planned.progress() instanceof Progress.Ready;
    return planned.task().answers().isEmpty()
        && (isNew || opened(planned).filter(this::isUntouched).isPresent());
  }
}

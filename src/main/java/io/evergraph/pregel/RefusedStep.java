package io.evergraph.pregel;

import io.evergraph.error.GraphException;
import io.evergraph.error.UnknownTargetException;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * A complete superstep that could not be committed: the tasks that brought it about have failed.
 */
record RefusedStep(Plan plan, GraphException error) {

  /** Returns the tasks to blame; all that finished where none stands out. */
  List<Task> toBlame() {
    List<PlannedTask> blamed = settled(this::isToBlame);
    return (blamed.isEmpty() ? settled(any -> true) : blamed)
        .stream().map(PlannedTask::task).toList();
  }

  private List<PlannedTask> settled(Predicate<PlannedTask> those) {
    return plan.tasks().stream()
        .filter(planned -> planned.progress() instanceof Progress.Settled)
        .filter(those)
        .toList();
  }

  private boolean isToBlame(PlannedTask planned) {
    Map<String, Object> details = error.details();
    if (error instanceof UnknownTargetException) {
      return planned.task().source().equals(details.get("node"));
    }
    return planned.completed().writes().stream()
        .anyMatch(write -> write.channel().equals(details.get("channel")));
  }
}

package io.evergraph.pregel;

import io.evergraph.state.Contribution;
import io.evergraph.state.State;
import java.util.ArrayList;
import java.util.List;

/** What the finished tasks of a superstep amount to. */
final class Barrier {
  private Barrier() {}

  /** Returns what is to be applied, in task order. */
  static List<Contribution> contributions(Plan plan) {
    List<Contribution> contributions = new ArrayList<>(plan.tasks().size());
    for (PlannedTask planned : plan.tasks()) {
      if (!planned.isDropped()) {
        contributions.add(new Contribution(planned.task().node(), completed(planned).writes()));
      }
    }
    return contributions;
  }

  /** Returns what the routers of an entry wrote: results repeat the input before it. */
  static List<Contribution> beyondInput(Plan entry) {
    return entry.tasks().stream()
        .map(
            planned ->
                new Contribution(
                    planned.task().node(),
                    completed(planned).writes().stream()
                        .skip(planned.task().trigger().values().writes().size())
                        .toList()))
        .toList();
  }

  /** Returns what is commanded to the graph around, in task order. */
  static List<TaskResult.ParentCommand> upward(Plan plan) {
    List<TaskResult.ParentCommand> commands = new ArrayList<>();
    for (PlannedTask planned : plan.tasks()) {
      TaskResult.ParentCommand command = planned.isDropped() ? null : completed(planned).upward();
      if (command != null) {
        commands.add(command);
      }
    }
    return commands;
  }

  /** Returns what follows, given the state after the superstep. */
  static NextTasks successions(GraphIndex graph, Frame frame, State state) {
    Successors successors = new Successors(graph, state);
    for (PlannedTask planned : frame.plan().tasks()) {
      if (planned.isDropped()) {
        successors.setAside(planned);
      } else {
        successors.follow(planned.task(), completed(planned).routing());
      }
    }
    return successors.after(frame.backlog());
  }

  private static TaskResult.Completed completed(PlannedTask planned) {
    if (planned.progress() instanceof Progress.Settled settled) {
      return settled.result();
    }
    throw new IllegalStateException(
        "Expected a finished task but found " + planned.task().id() + " in " + planned.progress());
  }
}

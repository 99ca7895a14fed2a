package io.evergraph.pregel;

import io.evergraph.graph.Graph;
import io.evergraph.state.State;
import io.evergraph.state.TaskWrites;
import java.util.ArrayList;
import java.util.List;

/**
 * A mistake that an engine could make: the first barrier of the graph itself at which several tasks
 * wrote is applied in the order in which they finished.
 */
final class BarrierFault {
  private final Pregel pregel;
  private final List<String> finished = new ArrayList<>();
  private boolean made;

  BarrierFault(Graph graph) {
    this.pregel = Pregel.of(graph);
  }

  /** Returns what the faulty engine would make of results. */
  Checkpoint in(Checkpoint before, List<TaskResult> results, Checkpoint after) {
    results.forEach(result -> finished.add(result.taskId()));
    return after.commits().stream()
        .filter(commit -> !made && commit.namespace().equals(Frame.ROOT))
        .filter(commit -> commit.contributions().size() > 1)
        .findFirst()
        .map(commit -> faulty(before, commit, after))
        .orElse(after);
  }

  private Checkpoint faulty(Checkpoint before, Commit commit, Checkpoint after) {
    List<String> planned = before.root().plan().tasks().stream().map(it -> it.task().id()).toList();
    List<TaskWrites> inOrder = new ArrayList<>();
    finished.stream()
        .filter(planned::contains)
        .distinct()
        .forEach(id -> inOrder.add(commit.contributions().get(planned.indexOf(id))));
    if (inOrder.size() != commit.contributions().size()) {
      return after;
    }
    made = true;
    Frame root = after.root();
    State state = pregel.schema(root).apply(before.root().state(), inOrder);
    Frame wrong = root.holding(state, pregel.schema(root));
    return new Checkpoint(
        after.thread(),
        after.number(),
        after.segment(),
        after.frames().with(wrong),
        after.commits());
  }
}

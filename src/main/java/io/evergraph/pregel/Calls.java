package io.evergraph.pregel;

import io.evergraph.state.StateUpdate;
import io.evergraph.state.Write;
import java.util.ArrayList;
import java.util.List;

/** Opens subgraphs for the tasks that call them, and hands back what they wrote. */
final class Calls {
  private static final int INPUT_AND_ENTRY = 2;
  private static final Routing ALONG_EDGES = Routing.beside(List.of());

  private final Transition transition;
  private final Levels levels;

  Calls(Transition transition, Levels levels) {
    this.transition = transition;
    this.levels = levels;
  }

  /** Opens the subgraphs among the tasks of a plan. */
  void open(String namespace, Plan plan) {
    if (plan.isEmpty() || !levels.of(transition.frame(namespace)).hasChildren()) {
      return;
    }
    for (PlannedTask planned : plan.tasks()) {
      levels
          .child(transition.inProgress(), transition.frame(namespace), planned.task())
          .ifPresent(child -> open(planned, child));
    }
  }

  private void open(PlannedTask caller, Frame child) {
    transition.put(caller.task().namespace(), caller.with(new Progress.Nested(child.namespace())));
    transition.put(child);
    if (child.isKept()) {
      transition.found(child, child.step() + INPUT_AND_ENTRY);
    }
    transition.enter(child.namespace(), caller.task().trigger().values());
  }

  /**
   * Returns the task that called a subgraph after the subgraph came to an end: its writes are those
   * of the subgraph, and where routers leave the node, they run next.
   *
   * @param upward what nodes of the subgraph command the graph around
   */
  PlannedTask ended(Frame child, List<Upward> upward) {
    Frame parent = transition.frame(child.parentNamespace());
    PlannedTask caller = parent.plan().find(String.valueOf(child.parentTaskId())).orElseThrow();
    Task task = caller.task();
    List<Write> received = new ArrayList<>(levels.received(child));
    upward.forEach(command -> received.addAll(command.writes()));
    Routing routing = Upward.routing(upward);
    boolean leads = !routing.equals(ALONG_EDGES);
    if (!leads && levels.of(parent).hasRouters(task.node())) {
      return PlannedTask.ready(task.routing(new StateUpdate(received)));
    }
    return caller.with(
        new Progress.Settled(
            new TaskResult.Completed(task.id(), received, routing, TaskReport.NONE)));
  }
}

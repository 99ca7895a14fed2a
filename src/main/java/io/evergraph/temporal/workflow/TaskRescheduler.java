package io.evergraph.temporal.workflow;

import io.evergraph.error.StateMissingException;
import io.evergraph.error.TooLargeException;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.Placement;
import io.evergraph.pregel.Task;
import io.evergraph.pregel.TaskResult;
import io.evergraph.temporal.protocol.NodeCall;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * The tasks of one workflow that run again on any worker, because they could not run as they did.
 *
 * <p>Deterministic: decides by recorded results alone.
 */
final class TaskRescheduler {
  private static final String STATE_MISSING = StateMissingException.class.getSimpleName();

  private static final Set<String> FIT_ONLY_FOR_REMOTE =
      Set.of(STATE_MISSING, TooLargeException.class.getSimpleName());

  private final Map<String, Again> byTask = new HashMap<>();
  private final PlacementPolicy placements;

  TaskRescheduler(PlacementPolicy placements) {
    this.placements = placements;
  }

  /**
   * How a task runs again.
   *
   * @param withState whether it is given its state along
   * @param tried how often its node has failed before
   */
  private record Again(boolean withState, int tried) {
    static final Again FIRST = new Again(false, 0);
  }

  boolean has(Task task) {
    return byTask.containsKey(task.id());
  }

  void forget(Task task) {
    byTask.remove(task.id());
  }

  /**
   * Returns the call of a task, as it is to be made this time.
   *
   * @param resent gives a call along what its task could not get
   */
  NodeCall again(Task task, NodeCall call, UnaryOperator<NodeCall> resent) {
    Again again = byTask.get(task.id());
    if (again == null) {
      return call;
    }
    NodeCall after = again.tried() == 0 ? call : call.after(again.tried());
    return again.withState() ? resent.apply(after) : after;
  }

  /**
   * Returns whether a remote task runs again: one that asked for its state in vain gets it along,
   * once; after that it asks until its attempts end.
   */
  boolean withState(Task task, TaskResult.Failed failure) {
    Again before = byTask.getOrDefault(task.id(), Again.FIRST);
    boolean helps = failure.type().equals(STATE_MISSING) && !before.withState();
    if (helps) {
      byTask.put(task.id(), new Again(true, before.tried()));
    }
    return helps;
  }

  /**
   * Returns whether a local task runs again as a remote one: one that did not find its state here,
   * or room for what it gives back; and one of an adaptive node that has failed here, as its next
   * attempt.
   */
  boolean elsewhere(Task task, NodePolicy policy, TaskResult.Failed failure, boolean mayTryAgain) {
    if (FIT_ONLY_FOR_REMOTE.contains(failure.type())) {
      byTask.put(task.id(), Again.FIRST);
      return true;
    }
    placements.distrust(task);
    boolean counts = !PlacementPolicy.isOnlyTooSlowHere(policy, failure);
    boolean helps = policy.placement() == Placement.ADAPTIVE && (mayTryAgain || !counts);
    if (helps) {
      byTask.put(task.id(), new Again(false, counts ? failure.report().attempts() : 0));
    }
    return helps;
  }
}

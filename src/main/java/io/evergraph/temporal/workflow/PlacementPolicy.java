package io.evergraph.temporal.workflow;

import io.evergraph.error.BlobUnavailableException;
import io.evergraph.error.NodeTimeoutException;
import io.evergraph.error.StateMissingException;
import io.evergraph.error.TooLargeException;
import io.evergraph.error.UnknownGraphException;
import io.evergraph.error.UnknownNodeException;
import io.evergraph.graph.ActionNode;
import io.evergraph.graph.GraphSpec;
import io.evergraph.graph.NodeOptions;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.Placement;
import io.evergraph.pregel.Task;
import io.evergraph.pregel.TaskReport;
import io.evergraph.pregel.TaskResult;
import io.evergraph.runtime.codec.Namespaces;
import io.evergraph.temporal.protocol.NodeCall;
import io.temporal.failure.TimeoutFailure;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Says where the tasks of one workflow run: as the policies of their nodes say and, for adaptive
 * ones, by what the results have told so far. A task that could not run as it did runs again on any
 * worker.
 *
 * <p>Deterministic: learns from recorded results alone, so that a replay chooses the same.
 */
public final class PlacementPolicy {
  /** The longest that a task of an adaptive node runs where the interpreter is. */
  static final Duration LONGEST_HERE = Duration.ofSeconds(1);

  private static final Duration QUICK = Duration.ofMillis(200);
  private static final int ENOUGH = 3;
  private static final int NEVER = Integer.MIN_VALUE;
  private static final String STATE_MISSING = StateMissingException.class.getSimpleName();
  private static final Set<String> FIT_ONLY_FOR_REMOTE =
      Set.of(
          STATE_MISSING,
          BlobUnavailableException.class.getSimpleName(),
          TooLargeException.class.getSimpleName(),
          UnknownGraphException.class.getSimpleName(),
          UnknownNodeException.class.getSimpleName());

  /** How many tasks of a node in a row were quick; negative once one has failed. */
  private final Map<List<String>, Integer> quick = new HashMap<>();

  private final Map<String, Again> again = new HashMap<>();

  /**
   * How a task runs again.
   *
   * @param withState whether it is given its state along
   * @param tried how often its node has failed before
   */
  private record Again(boolean withState, int tried) {
    static final Again FIRST = new Again(false, 0);
  }

  boolean mayRunHere(GraphSpec root, Task task) {
    Placement placement = policyOf(root, task).placement();
    return placement == Placement.LOCAL
        || (placement == Placement.ADAPTIVE
            && quick.getOrDefault(Namespaces.path(task), 0) >= ENOUGH);
  }

  /** Returns the ids of the tasks that have begun and run again. */
  Set<String> runAgain() {
    return again.keySet();
  }

  boolean runsAgain(Task task) {
    return again.containsKey(task.id());
  }

  /**
   * Returns the call of a task, as it is to be made this time.
   *
   * @param resent gives a call along what its task could not get
   */
  NodeCall again(Task task, NodeCall call, UnaryOperator<NodeCall> resent) {
    Again how = again.get(task.id());
    if (how == null) {
      return call;
    }
    NodeCall after = how.tried() == 0 ? call : call.after(how.tried());
    return how.withState() ? resent.apply(after) : after;
  }

  /** Takes in how the last attempt of a task went that has a result. */
  void ended(Task task, TaskReport report) {
    again.remove(task.id());
    if (report.attempts() > 1) {
      distrust(task);
    } else {
      boolean wasQuick = report.duration().compareTo(QUICK) <= 0;
      quick.merge(
          Namespaces.path(task),
          wasQuick ? 1 : 0,
          (before, one) -> before < 0 ? before : wasQuick ? Math.min(ENOUGH, before + 1) : 0);
    }
  }

  /**
   * Returns whether a remote task that has failed runs again: one that asked for its state in vain
   * gets it along, once; after that it asks until its attempts end.
   */
  boolean repeats(Task task, TaskResult.Failed failure) {
    Again before = again.getOrDefault(task.id(), Again.FIRST);
    boolean helps = failure.type().equals(STATE_MISSING) && !before.withState();
    if (helps) {
      again.put(task.id(), new Again(true, before.tried()));
    }
    return helps;
  }

  /**
   * Returns whether a local task that has failed runs again as a remote one: one that did not find
   * its state, its node or a large value here, or room for what it gives back; and one of an
   * adaptive node, as its next attempt.
   */
  boolean movesAway(Task task, NodePolicy policy, TaskResult.Failed failure, boolean mayTryAgain) {
    if (FIT_ONLY_FOR_REMOTE.contains(failure.type())) {
      again.put(task.id(), Again.FIRST);
      return true;
    }
    distrust(task);
    boolean counts = !isOnlyTooSlowHere(policy, failure);
    boolean helps = policy.placement() == Placement.ADAPTIVE && (mayTryAgain || !counts);
    if (helps) {
      again.put(task.id(), new Again(false, counts ? failure.report().attempts() : 0));
    }
    return helps;
  }

  /** Takes in that a task has failed: should somebody retry it, it has all its attempts again. */
  void failed(Task task) {
    distrust(task);
    again.computeIfPresent(task.id(), (id, how) -> new Again(how.withState(), 0));
  }

  /** Lets the tasks of a node run on any worker from now on: one of them has failed. */
  private void distrust(Task task) {
    quick.put(Namespaces.path(task), NEVER);
  }

  /** Returns what a task that runs here is limited to beside its policy. */
  static NodeOptions limits(NodePolicy policy) {
    return policy.placement() == Placement.ADAPTIVE
            && policy.hardTimeout().compareTo(LONGEST_HERE) > 0
        ? NodeOptions.builder().timeout(shorter(policy.timeout())).hardTimeout(LONGEST_HERE).build()
        : NodeOptions.NONE;
  }

  private static Duration shorter(Duration timeout) {
    return timeout.compareTo(LONGEST_HERE) < 0 ? timeout : LONGEST_HERE;
  }

  /** Returns whether a policy is that of a task whose place leaves it less time than its node. */
  public static boolean isLimited(NodePolicy policy) {
    return policy.placement() == Placement.ADAPTIVE
        && policy.timeout().compareTo(LONGEST_HERE) >= 0;
  }

  /** Returns whether a failure tells of the limit here alone, and nothing of the node. */
  private static boolean isOnlyTooSlowHere(NodePolicy policy, TaskResult.Failed failure) {
    return failure.type().equals(TimeoutFailure.class.getName())
        || (failure.type().equals(NodeTimeoutException.class.getName())
            && policy.timeout().compareTo(LONGEST_HERE) > 0);
  }

  /** Returns how a task is run: as the recorded topology says, but for what its caller wants. */
  static NodePolicy policyOf(GraphSpec root, Task task, NodeCall call) {
    NodePolicy policy = task.policy(policyOf(root, task));
    NodeOptions options = call.options();
    return options == null ? policy : options.applyTo(policy);
  }

  private static NodePolicy policyOf(GraphSpec root, Task task) {
    return root.inside(Namespaces.nodes(task.namespace()))
        .flatMap(spec -> spec.node(task.node()))
        .map(node -> node.match(ActionNode::policy, sub -> NodePolicy.DEFAULT))
        .orElse(NodePolicy.DEFAULT);
  }
}

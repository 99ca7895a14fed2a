package io.evergraph.temporal.workflow;

import io.evergraph.graph.Described;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.Placement;
import io.evergraph.graph.RetryPolicy;
import io.evergraph.pregel.Task;
import io.evergraph.state.Write;
import io.temporal.activity.ActivityCancellationType;
import io.temporal.activity.ActivityOptions;
import io.temporal.activity.LocalActivityOptions;
import io.temporal.common.RetryOptions;
import java.time.Duration;
import java.util.Collections;
import java.util.List;

/** The options of a task's activity, from the policy of its node. */
public record TaskOptions(NodePolicy policy, Task task) {
  /** What a query during a fail-over may take, beside the node's own time. */
  public static final Duration STATE_ALLOWANCE = Duration.ofSeconds(15);

  /** How long a worker may be silent before it counts as lost. */
  public static final Duration HEARTBEAT_TIMEOUT = Duration.ofSeconds(10);

  /** How often the server hears of a running task, and so how late a cancellation may come. */
  public static final Duration HEARTBEAT_INTERVAL = Duration.ofSeconds(2);

  /** How many attempts may be lost with their workers, beside those that the node may fail. */
  public static final int LOST_ATTEMPTS = 50;

  /** What a node that is told to stop may take to do so. */
  private static final Duration LAST_MOMENT = Duration.ofMillis(500);

  /** After a longer pause the server calls for the next attempt; the SDK would work this out. */
  private static final Duration LONGEST_PAUSE_HERE = Duration.ofSeconds(30);

  private static final Duration SHORTEST_INTERVAL = Duration.ofMillis(1);

  /**
   * Returns the options of an activity that any worker may run.
   *
   * @param cancellation who tells it that nobody waits for it any more
   */
  ActivityOptions remote(ActivityCancellationType cancellation) {
    return ActivityOptions.newBuilder()
        .setStartToCloseTimeout(policy.hardTimeout().plus(STATE_ALLOWANCE))
        .setHeartbeatTimeout(HEARTBEAT_TIMEOUT)
        .setCancellationType(cancellation)
        .setRetryOptions(retry(policy, policy.maxAttempts() + LOST_ATTEMPTS))
        .setSummary(summary())
        .build();
  }

  LocalActivityOptions local() {
    boolean once = policy.placement() == Placement.ADAPTIVE;
    return LocalActivityOptions.newBuilder()
        .setStartToCloseTimeout(
            once ? PlacementPolicy.LONGEST_HERE.plus(LAST_MOMENT) : policy.hardTimeout())
        .setRetryOptions(retry(policy, once ? 1 : policy.maxAttempts()))
        .setDoNotIncludeArgumentsIntoMarker(true)
        .setLocalRetryThreshold(LONGEST_PAUSE_HERE)
        .setSummary(summary())
        .build();
  }

  /**
   * Returns what the server is told of the retries: the pauses of the first rule; where another
   * counts, the attempt itself names the pause.
   */
  public static RetryOptions retry(NodePolicy policy, int attempts) {
    RetryPolicy shown = policy.retries().isEmpty() ? RetryPolicy.DEFAULT : policy.retries().get(0);
    Duration first = Collections.max(List.of(shown.initialInterval(), SHORTEST_INTERVAL));
    return RetryOptions.newBuilder()
        .setInitialInterval(first)
        .setBackoffCoefficient(shown.coefficient())
        .setMaximumInterval(Collections.max(List.of(shown.maxInterval(), first)))
        .setMaximumAttempts(attempts)
        .build();
  }

  /** Temporal's page prints the node in front of it. */
  private String summary() {
    String step = "step " + task.step();
    String place = task.index() <= 0 ? step : step + " · send " + task.index();
    for (Write given : task.trigger().values().writes()) {
      if (given.value() instanceof Described about && !about.summary().equals(task.node())) {
        return place + " · " + about.summary();
      }
    }
    return place;
  }
}

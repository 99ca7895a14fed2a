package io.evergraph.temporal.client;

import io.evergraph.graph.NodeOptions;
import io.evergraph.graph.NodePolicy;
import io.evergraph.temporal.connection.TemporalConnection;
import io.evergraph.temporal.workflow.TaskOptions;
import io.temporal.activity.ActivityInfo;
import io.temporal.api.workflow.v1.PendingActivityInfo;
import io.temporal.api.workflowservice.v1.DescribeWorkflowExecutionRequest;
import io.temporal.common.RetryOptions;
import java.time.Duration;
import java.util.Optional;

/**
 * What operators have changed of the limits of a task that is being tried. The server tells workers
 * of changed attempts and pauses only; the number of attempts therefore bears a mark, by which a
 * worker sees that it has to ask for the rest.
 */
public record ChangedLimits(TemporalConnection connection) {
  /** Far more than anybody lets a node try, and than workers are lost during one task. */
  private static final int MARK = 100_000;

  /** Returns what the server is told for so many attempts of a node. */
  static int marked(int attempts) {
    return attempts + TaskOptions.LOST_ATTEMPTS + MARK;
  }

  /** Returns how many attempts of the node are meant by what the server holds. */
  static int attempts(int told) {
    int unmarked = told > MARK ? told - MARK : told;
    return unmarked > TaskOptions.LOST_ATTEMPTS ? unmarked - TaskOptions.LOST_ATTEMPTS : unmarked;
  }

  /**
   * Returns what this attempt is to be held to, where that is not what its task began with.
   *
   * @param planned what the task began with
   */
  public NodeOptions of(ActivityInfo activity, NodePolicy planned) {
    RetryOptions retry = activity.isLocal() ? null : activity.getRetryOptions();
    if (retry == null || retry.getMaximumAttempts() <= MARK) {
      return NodeOptions.NONE;
    }
    NodeOptions.Builder changed = NodeOptions.builder();
    int attempts = attempts(retry.getMaximumAttempts());
    if (attempts != planned.maxAttempts()) {
      changed.attempts(attempts);
    }
    RetryOptions told = TaskOptions.retry(planned, attempts);
    if (!retry.getInitialInterval().equals(told.getInitialInterval())) {
      changed.interval(retry.getInitialInterval());
    }
    longest(activity)
        .filter(longest -> !longest.equals(planned.hardTimeout()))
        .ifPresent(longest -> changed.hardTimeout(longest).timeout(silence(longest, planned)));
    return changed.build();
  }

  /** Whoever gives a node more time gives it more time to be silent, too. */
  private static Duration silence(Duration longest, NodePolicy planned) {
    double share = (double) planned.timeout().toNanos() / planned.hardTimeout().toNanos();
    return Duration.ofNanos(Math.max(1, (long) (longest.toNanos() * share)));
  }

  private Optional<Duration> longest(ActivityInfo activity) {
    DescribeWorkflowExecutionRequest request =
        DescribeWorkflowExecutionRequest.newBuilder()
            .setNamespace(connection.options().namespace())
            .setExecution(
                PendingActivities.execution(activity.getWorkflowId()).toBuilder()
                    .setRunId(activity.getWorkflowRunId()))
            .build();
    return connection.stub().describeWorkflowExecution(request).getPendingActivitiesList().stream()
        .filter(it -> it.getActivityId().equals(activity.getActivityId()))
        .map(PendingActivityInfo::getActivityOptions)
        .map(it -> PendingView.duration(it.getStartToCloseTimeout()))
        .map(it -> it.minus(TaskOptions.STATE_ALLOWANCE))
        .filter(it -> !it.isNegative() && !it.isZero())
        .findFirst();
  }
}

package io.evergraph.bench.floor;

import io.temporal.activity.ActivityOptions;
import io.temporal.activity.LocalActivityOptions;
import io.temporal.common.RetryOptions;
import io.temporal.workflow.Workflow;
import java.time.Duration;

/** Where the steps of a hand-written workflow run. */
public enum Placed {
  /** As activities. */
  REMOTE {
    @Override
    Steps steps() {
      return Workflow.newActivityStub(
          Steps.class,
          ActivityOptions.newBuilder()
              .setStartToCloseTimeout(LONGEST)
              .setRetryOptions(THREE_TIMES)
              .build());
    }
  },
  /** As local activities. */
  LOCAL {
    @Override
    Steps steps() {
      return Workflow.newLocalActivityStub(
          Steps.class,
          LocalActivityOptions.newBuilder()
              .setStartToCloseTimeout(LONGEST)
              .setRetryOptions(THREE_TIMES)
              .build());
    }
  };

  private static final Duration LONGEST = Duration.ofMinutes(2);
  private static final RetryOptions THREE_TIMES =
      RetryOptions.newBuilder().setMaximumAttempts(3).build();

  /** Returns the steps, to be called from a workflow. */
  abstract Steps steps();
}

package io.evergraph.temporal.workflow;

import io.temporal.workflow.TimerOptions;
import io.temporal.workflow.Workflow;
import java.time.Duration;

/**
 * Has another workflow told again, a few times, what did not get through: for a moment, while that
 * one is continued as new, some servers find nobody there.
 *
 * <p>Lives in a workflow: not for use by several threads.
 */
final class SignalRetry {
  private static final int MOST = 4;
  private static final Duration PAUSE = Duration.ofMillis(200);
  private static final TimerOptions SHOWN =
      TimerOptions.newBuilder().setSummary("The other workflow is told again.").build();

  private int misses;
  private boolean pausing;
  private boolean timing;

  /** Notes what came of a signal; returns whether it is to be sent again after a pause. */
  boolean isToBeSentAgain(boolean failed) {
    misses = !failed || misses == MOST ? 0 : misses + 1;
    pausing = misses > 0;
    return pausing;
  }

  boolean isPausing() {
    return pausing;
  }

  /** Returns whether a pause has to begin: no timer can be set where signals come back. */
  boolean hasToPause() {
    return pausing && !timing;
  }

  void pause() {
    if (hasToPause()) {
      timing = true;
      Object unused =
          Workflow.newTimer(PAUSE, SHOWN)
              .handle(
                  (over, cancelled) -> {
                    timing = false;
                    pausing = false;
                    return true;
                  });
    }
  }
}

package io.evergraph.runtime;

import io.evergraph.error.InvalidInputException;
import io.evergraph.graph.PolicyLimits;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Other limits for a task that is being tried; they count from its next attempt on.
 *
 * @param hardTimeout the longest attempt; the longest silence follows in proportion; null leaves it
 * @param heartbeatTimeout how long its worker may be silent before it counts as lost; null leaves
 *     it
 * @param interval the pause before the second attempt; null leaves it
 * @param attempts how often the node may run in all; null leaves it
 */
public record TaskChange(
    @Nullable Duration hardTimeout,
    @Nullable Duration heartbeatTimeout,
    @Nullable Duration interval,
    @Nullable Integer attempts) {

  /**
   * Checks that something changes, and that it is above 0.
   *
   * @throws InvalidInputException when not
   */
  public TaskChange {
    if (hardTimeout == null && heartbeatTimeout == null && interval == null && attempts == null) {
      throw new InvalidInputException(
          "a change of limits", "a timeout, an interval or a number of attempts", "nothing");
    }
    requirePermitted("the longest attempt", hardTimeout);
    requirePermitted("the longest silence of a worker", heartbeatTimeout);
    requirePermitted("the pause between attempts", interval);
    if (attempts != null && PolicyLimits.attempts(attempts) < 1) {
      throw new InvalidInputException("the number of attempts", "1 or more", "" + attempts);
    }
  }

  private static void requirePermitted(String subject, @Nullable Duration time) {
    if (time != null && (time.isZero() || time.isNegative())) {
      throw new InvalidInputException(subject, "more than 0", time.toString());
    }
    if (time != null) {
      Duration unused = PolicyLimits.time(subject, time);
    }
  }
}

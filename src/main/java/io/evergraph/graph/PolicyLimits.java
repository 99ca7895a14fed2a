package io.evergraph.graph;

import io.evergraph.error.InvalidInputException;
import java.time.Duration;

/**
 * The largest numbers and times of policies, options and questions: whatever is worked out from
 * them stays far from an overflow.
 */
public final class PolicyLimits {
  /** How often a node may run in all. */
  public static final int ATTEMPTS = 50_000;

  /** The longest time: a hundred years. */
  public static final Duration TIME = Duration.ofDays(36_500);

  /** What a pause may be multiplied with for the next. */
  public static final double COEFFICIENT = 1_000;

  private PolicyLimits() {}

  /**
   * Returns a number of attempts that is within its limit.
   *
   * @throws InvalidInputException when it is not
   */
  public static int attempts(int attempts) {
    if (attempts > ATTEMPTS) {
      throw new InvalidInputException(
          "the number of attempts", "at most " + ATTEMPTS, "" + attempts);
    }
    return attempts;
  }

  /**
   * Returns a time that is within its limit.
   *
   * @param what what the time is, for the message
   * @throws InvalidInputException when it is not
   */
  public static Duration time(String what, Duration time) {
    if (time.compareTo(TIME) > 0) {
      throw new InvalidInputException(what, "at most " + TIME.toDays() + " days", time.toString());
    }
    return time;
  }

  /** Returns a time that was worked out, or the longest where that is longer. */
  public static Duration capped(Duration time) {
    return time.compareTo(TIME) < 0 ? time : TIME;
  }
}

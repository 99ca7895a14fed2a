package io.evergraph.task;

import io.evergraph.error.InvalidInputException;
import java.time.Duration;

/**
 * How long to wait before the runtime is asked again when it could not be reached; pauses double.
 *
 * @param first the first pause
 * @param longest the longest pause, longer than the first
 */
public record RetryPauses(Duration first, Duration longest) {
  /**
   * Checks the pauses.
   *
   * @throws InvalidInputException when they make no sense
   */
  public RetryPauses {
    if (first.toMillis() < 1 || longest.compareTo(first) <= 0) {
      throw new InvalidInputException(
          "the pauses while the runtime is away",
          "a longest pause beyond the first",
          first + " to " + longest);
    }
  }

  /** Returns the pause after one: twice as long, but no longer than the longest. */
  Duration after(Duration pause) {
    Duration twice = pause.multipliedBy(2);
    return twice.compareTo(longest) < 0 ? twice : longest;
  }

  /** Returns the default: 500 ms to 5 s. */
  public static RetryPauses standard() {
    return new RetryPauses(Duration.ofMillis(500), Duration.ofSeconds(5));
  }
}

package io.evergraph.task;

import io.evergraph.error.InvalidInputException;
import java.time.Duration;

/**
 * How often the start of a run is tried again when the runtime cannot be reached; pauses double.
 *
 * @param attempts how often in all
 * @param first the first pause
 * @param longest the longest pause, longer than the first
 */
public record SubmissionRetry(int attempts, Duration first, Duration longest) {
  /**
   * Checks the figures.
   *
   * @throws InvalidInputException when they make no sense
   */
  public SubmissionRetry {
    if (attempts < 1 || first.toMillis() < 1 || longest.compareTo(first) <= 0) {
      throw new InvalidInputException(
          "the retries of a start",
          "at least 1 attempt, and a longest pause beyond the first",
          attempts + " attempts, " + first + " to " + longest);
    }
  }

  /** Returns the default: 5 attempts, pauses of 500 ms to 5 s. */
  public static SubmissionRetry standard() {
    return new SubmissionRetry(5, Duration.ofMillis(500), Duration.ofSeconds(5));
  }
}

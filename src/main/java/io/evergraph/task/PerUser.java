package io.evergraph.task;

import io.evergraph.error.InvalidInputException;
import java.time.Duration;

/**
 * What one user may do.
 *
 * @param requests how many requests in a window
 * @param window the time after which the count begins anew
 * @param concurrent how many tasks at once; one that waits for people does not count
 */
public record PerUser(int requests, Duration window, int concurrent) {
  /**
   * Checks the figures.
   *
   * @throws InvalidInputException when they let nothing pass
   */
  public PerUser {
    if (requests < 1 || concurrent < 1 || window.toMillis() < 1) {
      throw new InvalidInputException(
          "the limits of a user",
          "at least 1 request, 1 task at once and a window of time",
          requests + " requests in " + window + ", " + concurrent + " at once");
    }
  }

  /** Returns the default: 30 requests in a minute, 5 at once. */
  public static PerUser standard() {
    return new PerUser(30, Duration.ofMinutes(1), 5);
  }
}

package io.evergraph.task;

import io.evergraph.error.InvalidInputException;
import java.time.Duration;

/**
 * When an agent is given a rest because its tasks fail. Each process counts for itself.
 *
 * @param window the time that is looked at, in whole seconds
 * @param calls with fewer tasks in the window, nothing is decided
 * @param failureRate more failures than this part of them open the breaker, from 0 to below 1
 * @param openFor how long nothing passes; then one trial does
 */
public record Breaker(Duration window, int calls, double failureRate, Duration openFor) {
  /**
   * Checks the figures.
   *
   * @throws InvalidInputException when they make no sense
   */
  public Breaker {
    require(window.toSeconds() >= 1, "at least 1 s as its window", window.toString());
    require(calls >= 1, "at least 1 call", Integer.toString(calls));
    require(
        failureRate >= 0 && failureRate < 1,
        "a failure rate from 0 to below 1",
        Double.toString(failureRate));
    require(openFor.toMillis() >= 1, "to stay open for a while", openFor.toString());
  }

  private static void require(boolean holds, String expected, String found) {
    if (!holds) {
      throw new InvalidInputException("the circuit breaker of agents", expected, found);
    }
  }

  /** Returns the default: in 1 minute at least 5 tasks, more than 50 % failed; open for 30 s. */
  public static Breaker standard() {
    return new Breaker(Duration.ofMinutes(1), 5, 0.5, Duration.ofSeconds(30));
  }
}

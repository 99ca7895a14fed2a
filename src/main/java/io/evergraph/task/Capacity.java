package io.evergraph.task;

import io.evergraph.error.InvalidInputException;
import java.time.Duration;

/**
 * How much is done at once, and how long a request waits for room.
 *
 * @param total how many tasks of all agents
 * @param perAgent how many tasks of one agent
 * @param longestWait how long a request waits, in the order of priorities; then it is refused
 */
public record Capacity(int total, int perAgent, Duration longestWait) {
  /**
   * Checks the figures.
   *
   * @throws InvalidInputException when they let nothing pass
   */
  public Capacity {
    if (total < 1 || perAgent < 1 || longestWait.isNegative()) {
      throw new InvalidInputException(
          "the capacity for tasks",
          "at least 1 task in all and for each agent, and no negative wait",
          total + " in all, " + perAgent + " for each agent, " + longestWait);
    }
  }

  /** Returns the default: 200 in all, 50 for each agent; 5 s of waiting. */
  public static Capacity standard() {
    return new Capacity(200, 50, Duration.ofSeconds(5));
  }
}

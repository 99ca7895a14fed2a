package io.evergraph.task;

import io.evergraph.error.InvalidInputException;
import java.time.Duration;

/**
 * How long a task may take while it does not wait for people.
 *
 * @param activity how long nothing may be seen of it; each event and each emission begins it anew
 * @param hard how long it may take in all
 */
public record TaskTimeouts(Duration activity, Duration hard) {
  private static final int HARD_FACTOR = 3;

  /**
   * Checks the times.
   *
   * @throws InvalidInputException when one is none
   */
  public TaskTimeouts {
    if (activity.toMillis() < 1 || hard.compareTo(activity) < 0) {
      throw new InvalidInputException(
          "the timeouts of tasks",
          "an activity timeout, and a hard one that is not shorter",
          activity + " and " + hard);
    }
  }

  /** Returns the timeouts of an activity timeout and three times that in all. */
  public static TaskTimeouts activity(Duration time) {
    return new TaskTimeouts(time, time.multipliedBy(HARD_FACTOR));
  }

  /** Returns the default: 5 minutes without a sign, 15 in all. */
  public static TaskTimeouts standard() {
    return activity(Duration.ofMinutes(5));
  }
}

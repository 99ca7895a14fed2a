package io.evergraph.demo.airline;

import java.time.Duration;
import java.util.Objects;
import java.util.SplittableRandom;

/**
 * How long a replay service takes for its answers: every message its own time, the same whenever it
 * is asked for, as long as the seed is the same.
 *
 * @param longest the longest time; zero answers at once
 */
public record Pace(Duration longest, long seed) {
  /** Answers at once. */
  public static final Pace AT_ONCE = new Pace(Duration.ZERO, 0);

  public Pace {
    if (longest.isNegative()) {
      throw new IllegalArgumentException("Expected zero or more as a time, found " + longest);
    }
  }

  Duration of(String conversation, int position) {
    if (longest.isZero()) {
      return Duration.ZERO;
    }
    long place = Objects.hash(conversation, position);
    return Duration.ofNanos(
        new SplittableRandom(seed * 31 + place).nextLong(longest.toNanos() + 1));
  }
}

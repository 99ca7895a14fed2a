package io.evergraph.graph;

import java.time.Duration;
import java.util.List;

/**
 * How often, and with what pauses, a failed node is tried again.
 *
 * @param maxAttempts how often the node may run in all, at least 1
 * @param initialInterval the pause before the second attempt
 * @param coefficient what each pause is multiplied with for the next, at least 1
 * @param maxInterval the longest pause
 * @param nonRetryable class names (simple or full) of errors that end the attempts at once
 */
public record RetryPolicy(
    int maxAttempts,
    Duration initialInterval,
    double coefficient,
    Duration maxInterval,
    List<String> nonRetryable) {
  /** 3 attempts, 500 ms doubling up to 5 s (design S13). */
  public static final RetryPolicy DEFAULT =
      new RetryPolicy(3, Duration.ofMillis(500), 2.0, Duration.ofSeconds(5), List.of());

  /** Checks the numbers and copies the names in sorted order. */
  public RetryPolicy {
    if (maxAttempts < 1) {
      throw new IllegalArgumentException(
          "Expected at least 1 attempt but found " + maxAttempts + ".");
    }
    if (coefficient < 1.0) {
      throw new IllegalArgumentException(
          "Expected a coefficient of 1 or more but found " + coefficient + ".");
    }
    if (initialInterval.isNegative() || maxInterval.compareTo(initialInterval) < 0) {
      throw new IllegalArgumentException(
          "Expected 0 <= initial interval <= maximum interval but found "
              + initialInterval
              + " and "
              + maxInterval
              + ".");
    }
    nonRetryable = nonRetryable.stream().distinct().sorted().toList();
  }

  /** Returns this policy with another number of attempts in all. */
  public RetryPolicy withMaxAttempts(int attempts) {
    return new RetryPolicy(attempts, initialInterval, coefficient, maxInterval, nonRetryable);
  }

  /** Returns the pause after the given failed attempt, counted from 1. */
  public Duration delayAfter(int failedAttempt) {
    double millis =
        (double) initialInterval.toMillis() * Math.pow(coefficient, failedAttempt - 1.0);
    return Duration.ofMillis((long) Math.min(millis, (double) maxInterval.toMillis()));
  }

  /** Returns whether an error, or a supertype of it, is named as non-retryable. */
  public boolean refuses(Throwable error) {
    for (Class<?> type = error.getClass(); type != null; type = type.getSuperclass()) {
      if (nonRetryable.contains(type.getName()) || nonRetryable.contains(type.getSimpleName())) {
        return true;
      }
    }
    return false;
  }
}

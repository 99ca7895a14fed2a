package io.evergraph.graph;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * A rule for how often, and with what pauses, a failed node is tried again. Of a node's rules the
 * first one that {@link #covers} the error counts.
 *
 * @param errors class names (simple or full) of the errors that the rule is for, their subclasses
 *     included; empty stands for every error
 * @param maxAttempts how often the node may run in all, at least 1
 * @param initialInterval the pause before the second attempt
 * @param coefficient what each pause is multiplied with for the next, at least 1
 * @param nonRetryable class names (simple or full) of errors that end the attempts at once
 */
public record RetryPolicy(
    List<String> errors,
    int maxAttempts,
    Duration initialInterval,
    double coefficient,
    Duration maxInterval,
    List<String> nonRetryable) {
  /** Errors that another attempt cannot mend: wrong arguments, wrong code, a broken machine. */
  private static final List<String> HOPELESS =
      Stream.of(
              IllegalArgumentException.class,
              NullPointerException.class,
              ClassCastException.class,
              IndexOutOfBoundsException.class,
              ArithmeticException.class,
              UnsupportedOperationException.class,
              Error.class)
          .map(Class::getName)
          .toList();

  /**
   * 3 attempts, 500 ms doubling up to 5 s; errors of the arguments or of the code itself, such as
   * {@link IllegalArgumentException} and {@link NullPointerException}, end the attempts at once.
   */
  public static final RetryPolicy DEFAULT =
      new RetryPolicy(3, Duration.ofMillis(500), 2.0, Duration.ofSeconds(5), HOPELESS);

  public RetryPolicy {
    if (maxAttempts < 1) {
      throw new IllegalArgumentException(
          "Expected at least 1 attempt but found " + maxAttempts + ".");
    }
    if (!(coefficient >= 1.0 && coefficient <= PolicyLimits.COEFFICIENT)) {
      throw new IllegalArgumentException(
          "Expected a coefficient from 1 to %,.0f but found %s."
              .formatted(PolicyLimits.COEFFICIENT, coefficient));
    }
    if (initialInterval.isNegative() || maxInterval.compareTo(initialInterval) < 0) {
      throw new IllegalArgumentException(
          "Expected 0 <= initial interval <= maximum interval but found %s and %s."
              .formatted(initialInterval, maxInterval));
    }
    maxAttempts = PolicyLimits.attempts(maxAttempts);
    maxInterval = PolicyLimits.time("the longest pause between attempts", maxInterval);
    errors = sorted(errors.stream());
    nonRetryable = sorted(nonRetryable.stream());
  }

  /** Makes a rule for every error but the named ones. */
  public RetryPolicy(
      int maxAttempts,
      Duration initialInterval,
      double coefficient,
      Duration maxInterval,
      List<String> nonRetryable) {
    this(List.of(), maxAttempts, initialInterval, coefficient, maxInterval, nonRetryable);
  }

  private static List<String> sorted(Stream<String> names) {
    return names.distinct().sorted().toList();
  }

  /**
   * Returns a rule with the default pauses for the given errors and their subclasses only; it tries
   * again what the default holds for hopeless, too.
   */
  @SafeVarargs
  @SuppressWarnings("varargs")
  public static RetryPolicy on(Class<? extends Throwable>... errors) {
    return new RetryPolicy(
        Arrays.stream(errors).map(Class::getName).toList(),
        DEFAULT.maxAttempts,
        DEFAULT.initialInterval,
        DEFAULT.coefficient,
        DEFAULT.maxInterval,
        List.of());
  }

  /** Returns this rule with another number of attempts in all. */
  public RetryPolicy withMaxAttempts(int attempts) {
    return new RetryPolicy(
        errors, attempts, initialInterval, coefficient, maxInterval, nonRetryable);
  }

  /** Returns this rule with other pauses: the first, and the longest that doubling leads to. */
  public RetryPolicy withPauses(Duration first, Duration longest) {
    return new RetryPolicy(errors, maxAttempts, first, coefficient, longest, nonRetryable);
  }

  /** Returns this rule with another first pause, which makes the longest longer where it must. */
  public RetryPolicy withFirstPause(Duration first) {
    return withPauses(first, first.compareTo(maxInterval) > 0 ? first : maxInterval);
  }

  /** Returns this rule with more errors that end the attempts at once; their subclasses too. */
  @SafeVarargs
  @SuppressWarnings("varargs")
  public final RetryPolicy except(Class<? extends Throwable>... hopeless) {
    List<String> names =
        sorted(
            Stream.concat(
                nonRetryable.stream(), Arrays.stream(hopeless).map(error -> error.getName())));
    return new RetryPolicy(errors, maxAttempts, initialInterval, coefficient, maxInterval, names);
  }

  /** Returns the pause after the given failed attempt, counted from 1. */
  public Duration delayAfter(int failedAttempt) {
    double millis =
        (double) initialInterval.toMillis() * Math.pow(coefficient, failedAttempt - 1.0);
    return Duration.ofMillis((long) Math.min(millis, (double) maxInterval.toMillis()));
  }

  /** Returns whether the rule is for an error. */
  public boolean covers(Throwable error) {
    return errors.isEmpty() || names(errors, error);
  }

  /** Returns whether an error, or a supertype of it, is named as non-retryable. */
  public boolean refuses(Throwable error) {
    return names(nonRetryable, error);
  }

  private static boolean names(List<String> names, Throwable error) {
    for (Class<?> type = error.getClass(); type != null; type = type.getSuperclass()) {
      if (names.contains(type.getName()) || names.contains(type.getSimpleName())) {
        return true;
      }
    }
    return false;
  }
}

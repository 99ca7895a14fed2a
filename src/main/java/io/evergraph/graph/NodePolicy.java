package io.evergraph.graph;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * How the tasks of a node are run.
 *
 * @param retries the rules of the attempts and their pauses: the first that covers an error counts,
 *     over all errors of the task with one count of attempts; an error that none covers is not
 *     tried again
 * @param timeout the longest silence: reset by the node's own heartbeats; 2 minutes by default
 * @param hardTimeout the longest attempt, never reset; three times the timeout by default
 * @param cache whether results are used again; empty runs the node each time
 */
public record NodePolicy(
    List<RetryPolicy> retries,
    Duration timeout,
    Duration hardTimeout,
    Placement placement,
    Optional<CachePolicy> cache) {
  private static final Duration DEFAULT_TIMEOUT = Duration.ofMinutes(2);
  private static final int HARD_TIMEOUT_FACTOR = 3;

  /** 3 attempts, 2 minutes, 6 minutes, remote (design S13). */
  public static final NodePolicy DEFAULT = builder().build();

  /**
   * Checks that the timeouts are positive and the hard one is not the shorter; copies the rules.
   */
  public NodePolicy {
    if (timeout.isZero() || timeout.isNegative() || hardTimeout.compareTo(timeout) < 0) {
      throw new IllegalArgumentException(
          "Expected 0 < timeout <= hard timeout but found %s and %s."
              .formatted(timeout, hardTimeout));
    }
    hardTimeout = PolicyLimits.time("the hard timeout", hardTimeout);
    retries = List.copyOf(retries);
  }

  /** Returns the rule for an error; empty when it is not worth another attempt. */
  public Optional<RetryPolicy> retryFor(Throwable error) {
    return retries.stream()
        .filter(rule -> rule.covers(error))
        .findFirst()
        .filter(rule -> !rule.refuses(error));
  }

  /** Returns how often the node may run at most, whatever its errors. */
  public int maxAttempts() {
    int most = 1;
    for (RetryPolicy rule : retries) {
      most = Math.max(most, rule.maxAttempts());
    }
    return most;
  }

  /**
   * Returns a builder that holds the options of this policy; its hard timeout only where that is
   * not three times the other one.
   */
  public Builder toBuilder() {
    Builder builder = builder().timeout(timeout);
    builder.hardTimeout = hardTimeout.equals(hardTimeoutFor(timeout)) ? null : hardTimeout;
    builder.retries = retries;
    builder.placement = placement;
    builder.cache = cache;
    return builder;
  }

  /** Returns this policy with another timeout, and three times of it as the hard one. */
  public NodePolicy withTimeout(Duration longestSilence) {
    return new NodePolicy(
        retries, longestSilence, hardTimeoutFor(longestSilence), placement, cache);
  }

  private static Duration hardTimeoutFor(Duration timeout) {
    Duration silence = PolicyLimits.time("the timeout", timeout);
    return PolicyLimits.capped(silence.multipliedBy(HARD_TIMEOUT_FACTOR));
  }

  /** Returns a builder that holds the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** Collects the options of a {@link NodePolicy}. */
  public static final class Builder {
    private List<RetryPolicy> retries = List.of(RetryPolicy.DEFAULT);
    private Duration timeout = DEFAULT_TIMEOUT;
    private @Nullable Duration hardTimeout;
    private Placement placement = Placement.REMOTE;
    private Optional<CachePolicy> cache = Optional.empty();

    private Builder() {}

    /**
     * Sets the rules of the attempts and their pauses: the first that covers an error counts. No
     * rule at all means one attempt.
     */
    public Builder retry(RetryPolicy... rules) {
      this.retries = List.of(rules);
      return this;
    }

    /** Sets how often the node may run in all, in every rule. */
    public Builder attempts(int attempts) {
      return each(rule -> rule.withMaxAttempts(attempts));
    }

    /** Sets the pause before the second attempt, in every rule; the longest is never shorter. */
    public Builder interval(Duration firstPause) {
      return each(rule -> rule.withFirstPause(firstPause));
    }

    /** Adds errors that end the attempts at once; their subclasses count too. */
    @SafeVarargs
    @SuppressWarnings("varargs")
    public final Builder nonRetryable(Class<? extends Throwable>... errors) {
      return each(rule -> rule.except(errors));
    }

    private Builder each(UnaryOperator<RetryPolicy> change) {
      this.retries = retries.stream().map(change).toList();
      return this;
    }

    /** Sets the longest silence of an attempt. */
    public Builder timeout(Duration longestSilence) {
      this.timeout = longestSilence;
      return this;
    }

    /** Sets the longest attempt. */
    public Builder hardTimeout(Duration longestAttempt) {
      this.hardTimeout = longestAttempt;
      return this;
    }

    /**
     * Runs the tasks of the node in the worker that interprets the run: {@link Placement#LOCAL}.
     */
    public Builder local() {
      this.placement = Placement.LOCAL;
      return this;
    }

    /**
     * Runs the tasks of the node in the worker that interprets the run once they have shown to be
     * quick: {@link Placement#ADAPTIVE}.
     */
    public Builder adaptive() {
      this.placement = Placement.ADAPTIVE;
      return this;
    }

    /** Uses results of the node again. */
    public Builder cache(CachePolicy policy) {
      this.cache = Optional.of(policy);
      return this;
    }

    /** Returns the policy. */
    public NodePolicy build() {
      Duration hard = hardTimeout == null ? hardTimeoutFor(timeout) : hardTimeout;
      return new NodePolicy(retries, timeout, hard, placement, cache);
    }
  }
}

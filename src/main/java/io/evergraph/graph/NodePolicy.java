package io.evergraph.graph;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How the tasks of a node are run.
 *
 * @param retry the attempts and their pauses
 * @param timeout the longest silence: reset by the node's own heartbeats; 2 minutes by default
 * @param hardTimeout the longest attempt, never reset; three times the timeout by default
 * @param placement where the tasks run
 */
public record NodePolicy(
    RetryPolicy retry, Duration timeout, Duration hardTimeout, Placement placement) {
  private static final Duration DEFAULT_TIMEOUT = Duration.ofMinutes(2);
  private static final int HARD_TIMEOUT_FACTOR = 3;

  /** 3 attempts, 2 minutes, 6 minutes, remote (design S13). */
  public static final NodePolicy DEFAULT = builder().build();

  /** Checks that the timeouts are positive and the hard one is not the shorter. */
  public NodePolicy {
    if (timeout.isZero() || timeout.isNegative() || hardTimeout.compareTo(timeout) < 0) {
      throw new IllegalArgumentException(
          "Expected 0 < timeout <= hard timeout but found "
              + timeout
              + " and "
              + hardTimeout
              + ".");
    }
  }

  /** Returns a builder that holds the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** Collects the options of a {@link NodePolicy}. */
  public static final class Builder {
    private RetryPolicy retry = RetryPolicy.DEFAULT;
    private Duration timeout = DEFAULT_TIMEOUT;
    private @Nullable Duration hardTimeout;
    private Placement placement = Placement.REMOTE;

    private Builder() {}

    /** Sets the attempts and their pauses. */
    public Builder retry(RetryPolicy policy) {
      this.retry = policy;
      return this;
    }

    /** Sets how often the node may run in all. */
    public Builder attempts(int attempts) {
      this.retry = retry.withMaxAttempts(attempts);
      return this;
    }

    /** Adds errors that end the attempts at once; their subclasses count too. */
    @SafeVarargs
    @SuppressWarnings("varargs")
    public final Builder nonRetryable(Class<? extends Throwable>... errors) {
      List<String> names =
          Stream.concat(
                  retry.nonRetryable().stream(),
                  Arrays.stream(errors).map(error -> error.getName()))
              .toList();
      this.retry =
          new RetryPolicy(
              retry.maxAttempts(),
              retry.initialInterval(),
              retry.coefficient(),
              retry.maxInterval(),
              names);
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

    /** Returns the policy. */
    public NodePolicy build() {
      Duration hard = hardTimeout == null ? timeout.multipliedBy(HARD_TIMEOUT_FACTOR) : hardTimeout;
      return new NodePolicy(retry, timeout, hard, placement);
    }
  }
}

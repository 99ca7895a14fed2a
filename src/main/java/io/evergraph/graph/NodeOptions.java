package io.evergraph.graph;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the caller of a run wants otherwise than the graph says, for one node or several.
 *
 * @param parameters plain values that the node reads, such as {@code temperature}
 * @param timeout the longest silence of an attempt; null leaves the policy's
 * @param hardTimeout the longest attempt; null leaves the policy's, in the same proportion
 * @param attempts how often the node may run in all; null leaves the policy's
 * @param interval the pause before the second attempt; null leaves the policy's
 * @param tags what the tasks are marked with beside the tags of the run
 */
public record NodeOptions(
    Map<String, Object> parameters,
    @Nullable Duration timeout,
    @Nullable Duration hardTimeout,
    @Nullable Integer attempts,
    @Nullable Duration interval,
    List<String> tags) {
  /** Options that change nothing. */
  public static final NodeOptions NONE = builder().build();

  public NodeOptions {
    parameters =
        Collections.unmodifiableMap(
            new LinkedHashMap<>(Objects.requireNonNullElse(parameters, Map.of())));
    tags = List.copyOf(Objects.requireNonNullElse(tags, List.of()));
    requirePermitted(timeout);
    requirePermitted(hardTimeout);
    requirePermitted(interval);
    if (attempts != null && PolicyLimits.attempts(attempts) < 1) {
      throw new IllegalArgumentException("Expected at least 1 attempt but found " + attempts + ".");
    }
  }

  private static void requirePermitted(@Nullable Duration time) {
    if (time != null && (time.isZero() || time.isNegative())) {
      throw new IllegalArgumentException("Expected a timeout above 0 but found " + time + ".");
    }
    if (time != null) {
      Duration unused = PolicyLimits.time("a time of call options", time);
    }
  }

  /** Returns a builder that changes nothing. */
  public static Builder builder() {
    return new Builder();
  }

  /** Returns options of parameters alone. */
  public static NodeOptions of(Map<String, Object> parameters) {
    return builder().parameters(parameters).build();
  }

  /** Returns these options with other parameters. */
  public NodeOptions with(Map<String, Object> others) {
    return new NodeOptions(others, timeout, hardTimeout, attempts, interval, tags);
  }

  /** Returns these options, with those of the other where both say something; tags add up. */
  public NodeOptions with(NodeOptions other) {
    if (other.changesNothing()) {
      return this;
    }
    if (changesNothing()) {
      return other;
    }
    Map<String, Object> merged = new LinkedHashMap<>(parameters);
    merged.putAll(other.parameters);
    return new NodeOptions(
        merged,
        Optional.ofNullable(other.timeout).orElse(timeout),
        Optional.ofNullable(other.hardTimeout).orElse(hardTimeout),
        Optional.ofNullable(other.attempts).orElse(attempts),
        Optional.ofNullable(other.interval).orElse(interval),
        Stream.concat(tags.stream(), other.tags.stream()).distinct().toList());
  }

  /** Returns a node's policy with what these options say otherwise. */
  public NodePolicy applyTo(NodePolicy policy) {
    if (timeout == null && hardTimeout == null && attempts == null && interval == null) {
      return policy;
    }
    Duration silence = Optional.ofNullable(timeout).orElse(policy.timeout());
    Duration longest = hardTimeout == null ? hardTimeoutFor(silence, policy) : hardTimeout;
    NodePolicy.Builder builder =
        policy.toBuilder()
            .timeout(silence.compareTo(longest) < 0 ? silence : longest)
            .hardTimeout(longest);
    Optional.ofNullable(attempts).ifPresent(builder::attempts);
    Optional.ofNullable(interval).ifPresent(builder::interval);
    return builder.build();
  }

  private static Duration hardTimeoutFor(Duration silence, NodePolicy policy) {
    double factor = (double) policy.hardTimeout().toNanos() / policy.timeout().toNanos();
    return silence.equals(policy.timeout())
        ? policy.hardTimeout()
        : PolicyLimits.capped(Duration.ofNanos((long) (silence.toNanos() * factor)));
  }

  /** Returns whether these options change nothing. */
  public boolean changesNothing() {
    return equals(NONE);
  }

  /** Collects the options of a node. */
  public static final class Builder {
    private final Map<String, Object> parameters = new LinkedHashMap<>();
    private @Nullable Duration timeout;
    private @Nullable Duration hardTimeout;
    private @Nullable Integer attempts;
    private @Nullable Duration interval;
    private List<String> tags = List.of();

    private Builder() {}

    /** Sets one value that the node reads. */
    public Builder parameter(String name, Object value) {
      parameters.put(name, value);
      return this;
    }

    /** Sets values that the node reads. */
    public Builder parameters(Map<String, Object> values) {
      parameters.putAll(values);
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

    /** Sets how often the node may run in all. */
    public Builder attempts(int most) {
      this.attempts = most;
      return this;
    }

    /** Sets the pause before the second attempt; later ones grow as the policy says. */
    public Builder interval(Duration firstPause) {
      this.interval = firstPause;
      return this;
    }

    /** Sets what the tasks are marked with beside the tags of the run. */
    public Builder tags(String... marks) {
      this.tags = List.of(marks);
      return this;
    }

    /** Returns the options. */
    public NodeOptions build() {
      return new NodeOptions(parameters, timeout, hardTimeout, attempts, interval, tags);
    }
  }
}

package io.evergraph.graph;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * That a node's results are used again, and how long: where what it reads is the same, its writes
 * and routes are too.
 *
 * @param channels the channels that tell one case from another; empty leaves it to the node's
 *     action, which looks at all that it reads unless it {@link NodeAction#keyed says otherwise}
 * @param timeToLive how long a result is used; empty as long as the cache keeps it
 * @param version changed by the author when the node has another meaning
 */
public record CachePolicy(List<String> channels, Optional<Duration> timeToLive, String version) {
  /** Every result is used again for everything that the node reads. */
  public static final CachePolicy ALWAYS = new CachePolicy(List.of(), Optional.empty(), "1");

  public CachePolicy {
    channels = List.copyOf(channels);
    if (timeToLive.filter(time -> time.isZero() || time.isNegative()).isPresent()) {
      throw new IllegalArgumentException(
          "Expected a positive time to live but found " + timeToLive.get() + ".");
    }
    timeToLive.ifPresent(time -> PolicyLimits.time("a time to live", time));
  }

  /** Returns this policy with cases told apart by the given channels alone. */
  public CachePolicy byChannels(String... names) {
    return new CachePolicy(List.of(names), timeToLive, version);
  }

  /** Returns this policy with results that are used for so long. */
  public CachePolicy livingFor(Duration time) {
    return new CachePolicy(channels, Optional.of(time), version);
  }

  /** Returns this policy with another version: what was cached before is not used any more. */
  public CachePolicy version(String other) {
    return new CachePolicy(channels, timeToLive, other);
  }
}

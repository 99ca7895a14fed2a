package io.evergraph.graph;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * That a node's results are used again, and how long: where what it reads, the context of its run
 * and its call options are the same, its writes and routes are too.
 *
 * @param channels the channels that tell one case from another; empty leaves it to the node's
 *     action, which looks at all that it reads unless it {@link NodeAction#keyed says otherwise}
 * @param timeToLive how long a result is used; empty as long as the cache keeps it
 * @param version changed by the author when the node has another meaning
 * @param ignored what the caller gives with a run that tells no case from another
 */
public record CachePolicy(
    List<String> channels, Optional<Duration> timeToLive, String version, Set<OfCaller> ignored) {
  /** Every result is used again for everything that the node reads. */
  public static final CachePolicy ALWAYS =
      new CachePolicy(List.of(), Optional.empty(), "1", Set.of());

  /** What the caller of a run gives beside its input. */
  public enum OfCaller {
    /** The context of the run: {@link NodeContext#runContext()}. */
    CONTEXT,
    /** The parameters for the node: {@link NodeContext#options()}. */
    OPTIONS
  }

  public CachePolicy {
    channels = List.copyOf(channels);
    ignored = Collections.unmodifiableSet(new TreeSet<>(ignored));
    if (timeToLive.filter(time -> time.isZero() || time.isNegative()).isPresent()) {
      throw new IllegalArgumentException(
          "Expected a positive time to live but found " + timeToLive.get() + ".");
    }
    timeToLive.ifPresent(time -> PolicyLimits.time("a time to live", time));
  }

  /** Returns this policy with cases told apart by the given channels alone. */
  public CachePolicy byChannels(String... names) {
    return new CachePolicy(List.of(names), timeToLive, version, ignored);
  }

  /** Returns this policy with results that are used for so long. */
  public CachePolicy livingFor(Duration time) {
    return new CachePolicy(channels, Optional.of(time), version, ignored);
  }

  /** Returns this policy with another version: what was cached before is not used any more. */
  public CachePolicy version(String other) {
    return new CachePolicy(channels, timeToLive, other, ignored);
  }

  /** Returns this policy for a node whose result does not depend on what a caller gives so. */
  public CachePolicy ignoring(OfCaller... parts) {
    return new CachePolicy(channels, timeToLive, version, Set.of(parts));
  }
}

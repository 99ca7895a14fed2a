package io.evergraph.graph;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is put into a store. Immutable.
 *
 * @param namespace at least one name, from the widest to the narrowest
 * @param value texts, numbers, booleans, null, lists and maps of such, by name
 * @param timeToLive how long it lasts, a millisecond to 36,500 days; empty until it is deleted
 * @param refreshed whether its time begins anew when it is got; false where it has none
 */
public record StoreWrite(
    List<String> namespace,
    String key,
    Map<String, Object> value,
    Optional<Duration> timeToLive,
    boolean refreshed) {
  public StoreWrite {
    namespace = StoreNames.namespace(namespace);
    key = StoreNames.key(key);
    value = PlainValues.copy(value);
    refreshed = refreshed && timeToLive.isPresent();
    timeToLive.ifPresent(time -> PolicyLimits.time("a time to live", time));
    if (timeToLive.isPresent() && timeToLive.get().toMillis() < 1) {
      throw new IllegalArgumentException(
          "Expected a time to live of at least a millisecond but found " + timeToLive.get() + ".");
    }
  }

  /** Returns a write of an item that lasts until it is deleted. */
  public static StoreWrite of(List<String> namespace, String key, Map<String, ?> value) {
    return new StoreWrite(namespace, key, PlainValues.copy(value), Optional.empty(), false);
  }

  /** Returns this write of an item that is gone some time after it was put. */
  public StoreWrite expiresAfter(Duration time) {
    return new StoreWrite(namespace, key, value, Optional.of(time), false);
  }

  /** Returns this write of an item that is gone some time after it was put or got last. */
  public StoreWrite expiresUnusedFor(Duration time) {
    return new StoreWrite(namespace, key, value, Optional.of(time), true);
  }

  /** Returns this write with another value. */
  public StoreWrite withValue(Map<String, Object> other) {
    return new StoreWrite(namespace, key, other, timeToLive, refreshed);
  }
}

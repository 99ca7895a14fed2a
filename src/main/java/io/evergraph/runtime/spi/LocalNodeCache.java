package io.evergraph.runtime.spi;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Keeps results of nodes in this process: at most so many, those that were not used for longest go
 * first.
 */
public final class LocalNodeCache implements NodeCache {
  private static final int MOST_RESULTS = 10_000;

  private final Clock clock;
  private final int most;
  private final LinkedHashMap<Key, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);

  /** Makes an empty cache of at most 10,000 results. */
  public LocalNodeCache() {
    this(Clock.systemUTC(), MOST_RESULTS);
  }

  /**
   * Makes an empty cache.
   *
   * @param clock tells when a result has passed its time
   * @param most the number of results it keeps
   */
  public LocalNodeCache(Clock clock, int most) {
    this.clock = clock;
    this.most = most;
  }

  @Override
  public synchronized Optional<String> find(Key key) {
    Entry entry = entries.get(key);
    if (entry != null && entry.isPast(clock.instant())) {
      entries.remove(key);
      return Optional.empty();
    }
    return Optional.ofNullable(entry).map(Entry::result);
  }

  @Override
  public synchronized void put(Key key, String result, Optional<Duration> timeToLive) {
    Instant end = timeToLive.map(clock.instant()::plus).orElse(null);
    entries.put(key, new Entry(result, end));
    if (entries.size() > most) {
      Map.Entry<Key, Entry> oldest = entries.entrySet().iterator().next();
      entries.remove(oldest.getKey());
    }
  }

  @Override
  public synchronized void clear(String graph, String node) {
    entries.keySet().removeIf(key -> key.graph().equals(graph) && key.node().equals(node));
  }

  private record Entry(String result, @Nullable Instant end) {
    boolean isPast(Instant now) {
      return end != null && !now.isBefore(end);
    }
  }
}

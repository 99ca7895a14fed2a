package io.evergraph.runtime.spi;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import java.time.Duration;
import java.util.Optional;

/** Keeps results of nodes in this process: at most 10,000, those that are used least go first. */
public final class LocalNodeCache implements NodeCache {
  private static final int MOST_RESULTS = 10_000;
  private static final Duration FOREVER = Duration.ofNanos(Long.MAX_VALUE);

  private final Cache<Key, Kept> results =
      Caffeine.newBuilder()
          .maximumSize(MOST_RESULTS)
          .expireAfter(Expiry.writing((Key key, Kept kept) -> kept.timeToLive().orElse(FOREVER)))
          .executor(Runnable::run)
          .build();

  @Override
  public Optional<String> find(Key key) {
    return Optional.ofNullable(results.getIfPresent(key)).map(Kept::result);
  }

  @Override
  public void put(Key key, String result, Optional<Duration> timeToLive) {
    results.put(key, new Kept(result, timeToLive));
  }

  @Override
  public void clear(String graph, String node) {
    results.asMap().keySet().removeIf(key -> key.graph().equals(graph) && key.node().equals(node));
  }

  private record Kept(String result, Optional<Duration> timeToLive) {}
}

package io.evergraph.runtime.spi;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

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
  public String kind() {
    return "memory";
  }

  @Override
  public boolean isLocal() {
    return true;
  }

  @Override
  public Optional<String> find(Key key) {
    return Optional.ofNullable(results.getIfPresent(key)).map(Kept::result);
  }

  @Override
  public void put(Key key, String result, Optional<Duration> timeToLive) {
    results.put(key, new Kept(result, timeToLive));
  }

  @Override
  public Optional<Integer> clear(String graph, String node) {
    int forgotten = 0;
    for (Key key : List.copyOf(results.asMap().keySet())) {
      boolean isMeant = key.graph().equals(graph) && key.node().equals(node);
      forgotten += isMeant && results.asMap().remove(key) != null ? 1 : 0;
    }
    return Optional.of(forgotten);
  }

  @Override
  public void read(Consumer<String> each) {
    results.asMap().values().forEach(kept -> each.accept(kept.result()));
  }

  private record Kept(String result, Optional<Duration> timeToLive) {}
}

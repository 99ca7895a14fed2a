package io.evergraph.backend.redis;

import io.evergraph.error.StoreUnavailableException;
import io.evergraph.graph.ContentHash;
import io.evergraph.runtime.spi.NodeCache;
import io.lettuce.core.KeyScanCursor;
import io.lettuce.core.KeyValue;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanCursor;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.StatefulRedisConnection;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps results of nodes in Redis 6 or newer, a key for each; those without a time to live for 30
 * days. While the server is away, nodes run as if nothing were kept.
 */
public final class RedisNodeCache implements NodeCache, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RedisNodeCache.class);
  private static final String PREFIX = "evergraph.cache:";
  private static final Duration LONGEST_LIFE = Duration.ofDays(30);
  private static final Duration LONGEST_REPLY = Duration.ofSeconds(2);
  private static final int SCANNED = 1_000;
  private static final int READ_AT_ONCE = 100;

  private final RedisClient client;
  private final StatefulRedisConnection<String, String> connection;

  private RedisNodeCache(RedisClient client) {
    this.client = client;
    this.connection = client.connect();
  }

  /**
   * Opens a cache with a connection of its own, which is closed with it.
   *
   * @param url such as {@code redis://host:6379/0} or {@code rediss://user:password@host:6379}
   * @throws io.evergraph.error.InvalidInputException when the server cannot be reached
   */
  public static RedisNodeCache open(String url) {
    return RedisServer.open(
        RedisServer.impatient(url, LONGEST_REPLY), "the node cache", RedisNodeCache::new);
  }

  /** Names may hold what has a meaning in patterns. */
  private static String prefix(String graph, String node) {
    return PREFIX + ContentHash.hex(graph, node) + ":";
  }

  private static String name(Key key) {
    return prefix(key.graph(), key.node()) + key.hash();
  }

  @Override
  public String kind() {
    return "redis";
  }

  @Override
  public Optional<String> find(Key key) {
    return orEmpty(() -> Optional.ofNullable(connection.sync().get(name(key))));
  }

  @Override
  public void put(Key key, String result, Optional<Duration> timeToLive) {
    SetArgs living = SetArgs.Builder.px(Math.max(1, timeToLive.orElse(LONGEST_LIFE).toMillis()));
    Optional<String> unused =
        orEmpty(() -> Optional.ofNullable(connection.sync().set(name(key), result, living)));
  }

  @Override
  public Optional<Integer> clear(String graph, String node) {
    ScanArgs keys = ScanArgs.Builder.matches(prefix(graph, node) + "*").limit(SCANNED);
    return orEmpty(() -> Optional.of(cleared(keys)));
  }

  private int cleared(ScanArgs keys) {
    AtomicLong forgotten = new AtomicLong();
    scan(keys, page -> forgotten.addAndGet(connection.sync().unlink(page)));
    return forgotten.intValue();
  }

  private void scan(ScanArgs keys, Consumer<String[]> each) {
    ScanCursor at = ScanCursor.INITIAL;
    do {
      KeyScanCursor<String> page = connection.sync().scan(at, keys);
      if (!page.getKeys().isEmpty()) {
        each.accept(page.getKeys().toArray(String[]::new));
      }
      at = page;
    } while (!at.isFinished());
  }

  @Override
  public void read(Consumer<String> each) {
    ScanArgs keys = ScanArgs.Builder.matches(PREFIX + "*").limit(READ_AT_ONCE);
    try {
      scan(
          keys,
          page ->
              connection.sync().mget(page).stream()
                  .filter(KeyValue::hasValue)
                  .forEach(found -> each.accept(found.getValue())));
    } catch (RedisException failure) {
      throw new StoreUnavailableException("the node cache", String.valueOf(failure.getMessage()))
          .causedBy(failure);
    }
  }

  private static <T> Optional<T> orEmpty(Supplier<Optional<T>> action) {
    try {
      return action.get();
    } catch (RedisException away) {
      LOG.warn("The node cache is taken as empty: {}", away.getMessage());
      return Optional.empty();
    }
  }

  @Override
  public void close() {
    connection.close();
    client.shutdown();
  }
}

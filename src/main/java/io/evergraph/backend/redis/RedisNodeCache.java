package io.evergraph.backend.redis;

import io.evergraph.error.InvalidInputException;
import io.evergraph.graph.ContentHash;
import io.evergraph.runtime.spi.NodeCache;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.KeyScanCursor;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanCursor;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.StatefulRedisConnection;
import java.time.Duration;
import java.util.Optional;
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
   * @throws InvalidInputException when the server cannot be reached
   */
  public static RedisNodeCache open(String url) {
    RedisURI uri = RedisURI.create(url);
    uri.setTimeout(LONGEST_REPLY);
    RedisClient client = RedisClient.create(uri);
    client.setOptions(
        ClientOptions.builder()
            .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
            .build());
    try {
      return new RedisNodeCache(client);
    } catch (RedisException failure) {
      client.shutdown();
      throw new InvalidInputException(
              "the Redis of the node cache",
              "a server that can be reached",
              String.valueOf(failure.getMessage()))
          .causedBy(failure);
    }
  }

  /** Names may hold what has a meaning in patterns. */
  private static String prefix(String graph, String node) {
    return PREFIX + ContentHash.hex(graph, node) + ":";
  }

  private static String name(Key key) {
    return prefix(key.graph(), key.node()) + key.hash();
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
  public void clear(String graph, String node) {
    ScanArgs keys = ScanArgs.Builder.matches(prefix(graph, node) + "*").limit(SCANNED);
    Optional<ScanCursor> unused = orEmpty(() -> Optional.of(cleared(keys)));
  }

  private ScanCursor cleared(ScanArgs keys) {
    ScanCursor at = ScanCursor.INITIAL;
    do {
      KeyScanCursor<String> page = connection.sync().scan(at, keys);
      if (!page.getKeys().isEmpty()) {
        Long unused = connection.sync().unlink(page.getKeys().toArray(String[]::new));
      }
      at = page;
    } while (!at.isFinished());
    return at;
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

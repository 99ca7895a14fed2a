package io.evergraph.backend.redis;

import io.evergraph.graph.Store;
import io.evergraph.graph.StoreItem;
import io.evergraph.graph.StoreNames;
import io.evergraph.graph.StoreQuery;
import io.evergraph.graph.StoreWrite;
import io.evergraph.runtime.codec.PlainJson;
import io.lettuce.core.Range;
import io.lettuce.core.RedisClient;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Keeps items in Redis 6 or newer: a hash for each, and a sorted set of their names for searches,
 * which read all items of the namespace. Time is the server's.
 *
 * <p>The keys begin with <code>{evergraph.store}</code> and stand in one slot of a cluster. A
 * server that may forget keys to save memory forgets items.
 */
public final class RedisStore implements Store, AutoCloseable {
  private static final String PREFIX = "{evergraph.store}:";
  private static final String INDEX = PREFIX + "names";
  private static final char KEY_FOLLOWS = '\u001e';

  /** Puts the item; nil where its version is not the expected one. */
  private static final String PUT =
      """
      local now = redis.call('TIME')
      now = now[1] * 1000 + math.floor(now[2] / 1000)
      local version = redis.call('HGET', KEYS[1], 'version') or '0'
      if ARGV[5] ~= '' and ARGV[5] ~= version then return nil end
      local created = redis.call('HGET', KEYS[1], 'created') or string.format('%.0f', now)
      redis.call('DEL', KEYS[1])
      redis.call('HSET', KEYS[1], 'value', ARGV[2], 'version', string.format('%.0f', version + 1),
        'created', created, 'updated', string.format('%.0f', now), 'ttl', ARGV[3],
        'refreshed', ARGV[4])
      if ARGV[3] ~= '' then redis.call('PEXPIRE', KEYS[1], ARGV[3]) end
      redis.call('ZADD', KEYS[2], 0, ARGV[1])
      return redis.call('HGETALL', KEYS[1])
      """;

  private static final String GET =
      """
      if redis.call('HGET', KEYS[1], 'refreshed') == 'true' then
        redis.call('PEXPIRE', KEYS[1], redis.call('HGET', KEYS[1], 'ttl'))
      end
      return redis.call('HGETALL', KEYS[1])
      """;

  private static final String DELETE =
      "redis.call('ZREM', KEYS[2], ARGV[1]) return redis.call('DEL', KEYS[1])";

  /** An item that is gone leaves its name behind, until a search comes by. */
  private static final String FORGET =
      """
      if redis.call('EXISTS', KEYS[1]) == 0 then redis.call('ZREM', KEYS[2], ARGV[1]) end
      return 0
      """;

  private final RedisClient client;
  private final StatefulRedisConnection<String, String> connection;

  private RedisStore(RedisClient client) {
    this.client = client;
    this.connection = client.connect();
  }

  /**
   * Opens a store with a connection of its own, which is closed with it.
   *
   * @param url such as {@code redis://host:6379/0} or {@code rediss://user:password@host:6379}
   * @throws io.evergraph.error.InvalidInputException when the server cannot be reached
   */
  public static RedisStore open(String url) {
    return RedisServer.open(
        RedisServer.impatient(url, RedisServer.LONGEST_REPLY),
        "the long-term store",
        RedisStore::new);
  }

  private static String member(List<String> namespace, String key) {
    return StoreNames.joined(namespace) + KEY_FOLLOWS + key;
  }

  private static String[] keys(String member) {
    return new String[] {PREFIX + "item:" + member, INDEX};
  }

  private RedisCommands<String, String> commands() {
    return connection.sync();
  }

  @Override
  public String kind() {
    return "redis";
  }

  @Override
  @SuppressWarnings("NullAway") // without an expected version, the script always puts
  public StoreItem put(StoreWrite write) {
    return put(write, "").orElseThrow();
  }

  @Override
  public Optional<StoreItem> putIf(StoreWrite write, long version) {
    return put(write, "" + version);
  }

  private Optional<StoreItem> put(StoreWrite write, String version) {
    String member = member(write.namespace(), write.key());
    List<String> fields =
        with(
            write.key(),
            () ->
                commands()
                    .<List<String>>eval(
                        PUT,
                        ScriptOutputType.MULTI,
                        keys(member),
                        member,
                        PlainJson.text(write.value()),
                        write.timeToLive().map(Duration::toMillis).map(String::valueOf).orElse(""),
                        "" + write.refreshed(),
                        version));
    return item(member, fields);
  }

  @Override
  public Optional<StoreItem> get(List<String> namespace, String key) {
    String member = member(namespace, key);
    List<String> fields =
        with(key, () -> commands().eval(GET, ScriptOutputType.MULTI, keys(member)));
    return item(member, fields);
  }

  @Override
  public boolean delete(List<String> namespace, String key) {
    String member = member(namespace, key);
    Long deleted =
        with(key, () -> commands().eval(DELETE, ScriptOutputType.INTEGER, keys(member), member));
    return deleted > 0;
  }

  @Override
  public List<StoreItem> search(StoreQuery query) {
    String prefix = StoreNames.joined(query.namespace());
    return query.select(
        with("a search", () -> commands().zrangebylex(INDEX, startingWith(prefix))).stream()
            .flatMap(this::found));
  }

  /** A name ends with a control character, so that no other one begins with the prefix. */
  private static Range<String> startingWith(String prefix) {
    return Range.create(prefix, prefix + Character.toString(Character.MAX_CODE_POINT));
  }

  @Override
  public void read(Consumer<StoreItem> each) {
    with("the long-term store", () -> commands().zrange(INDEX, 0, -1)).stream()
        .flatMap(this::found)
        .forEach(each);
  }

  private Stream<StoreItem> found(String member) {
    return with(
        "a search",
        () -> {
          Map<String, String> fields = commands().hgetall(keys(member)[0]);
          if (fields.isEmpty()) {
            Long unused = commands().eval(FORGET, ScriptOutputType.INTEGER, keys(member), member);
          }
          return item(member, fields).stream();
        });
  }

  private static Optional<StoreItem> item(String member, List<String> pairs) {
    Map<String, String> fields = new HashMap<>();
    for (int at = 0; at + 1 < pairs.size(); at += 2) {
      fields.put(pairs.get(at), pairs.get(at + 1));
    }
    return item(member, fields);
  }

  private static Optional<StoreItem> item(String member, Map<String, String> fields) {
    if (fields.isEmpty()) {
      return Optional.empty();
    }
    int end = member.indexOf(KEY_FOLLOWS);
    return Optional.of(
        new StoreItem(
            StoreNames.split(member.substring(0, end)),
            member.substring(end + 1),
            PlainJson.values(fields.getOrDefault("value", "{}")),
            Long.parseLong(fields.getOrDefault("version", "0")),
            time(fields, "created"),
            time(fields, "updated")));
  }

  private static Instant time(Map<String, String> fields, String name) {
    return Instant.ofEpochMilli(Long.parseLong(fields.getOrDefault(name, "0")));
  }

  private static <T> T with(String subject, Supplier<T> action) {
    return RedisServer.ask("'" + subject + "'", action);
  }

  @Override
  public void close() {
    connection.close();
    client.shutdown();
  }
}

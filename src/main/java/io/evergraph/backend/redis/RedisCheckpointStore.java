package io.evergraph.backend.redis;

import io.evergraph.runtime.spi.CheckpointStore;
import io.evergraph.runtime.spi.SavedPart;
import io.evergraph.runtime.spi.SavedThread;
import io.evergraph.runtime.spi.SavedThread.Progress;
import io.lettuce.core.Limit;
import io.lettuce.core.Range;
import io.lettuce.core.RedisClient;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps threads in Redis 6 or newer: a hash for each, another for its parts, and sorted sets of the
 * threads that may go on and of those that have stopped.
 *
 * <p>The keys begin with <code>{evergraph.threads}</code> and stand in one slot of a cluster. What
 * a server keeps of the last second before it dies is a matter of its settings ({@code
 * appendfsync}); one that may forget keys to save memory forgets threads.
 */
public final class RedisCheckpointStore implements CheckpointStore, AutoCloseable {
  private static final String PREFIX = "{evergraph.threads}:";
  private static final String OPEN = PREFIX + "open";
  private static final String STOPPED = PREFIX + "stopped";
  private static final char CONTENT_FOLLOWS = '\n';

  private static final String SAVE =
      """
      if (redis.call('HGET', KEYS[1], 'saved') or '') ~= ARGV[6] then return 0 end
      redis.call('HSET', KEYS[1], 'graph', ARGV[2], 'progress', ARGV[3], 'head', ARGV[4],
        'saved', ARGV[5])
      if ARGV[3] == 'ENDED' then redis.call('ZREM', KEYS[3], ARGV[1])
      else redis.call('ZADD', KEYS[3], 0, ARGV[1]) end
      if ARGV[3] == 'RUNNING' then redis.call('ZREM', KEYS[4], ARGV[1])
      else redis.call('ZADD', KEYS[4], ARGV[5], ARGV[1]) end
      if ARGV[7] == nil then return 1 end
      if ARGV[7] == '1' then redis.call('DEL', KEYS[2]) end
      local kept = tonumber(ARGV[9])
      for _, number in ipairs(redis.call('HKEYS', KEYS[2])) do
        local part = redis.call('HGET', KEYS[2], number)
        local last = tonumber(string.sub(part, 1, string.find(part, '\\n', 1, true) - 1))
        if last < kept and tonumber(number) < tonumber(ARGV[7]) then
          redis.call('HDEL', KEYS[2], number)
        end
      end
      redis.call('HSET', KEYS[2], ARGV[7], ARGV[8] .. '\\n' .. ARGV[10])
      return 1
      """;

  private static final String DELETE =
      """
      redis.call('ZREM', KEYS[3], ARGV[1])
      redis.call('ZREM', KEYS[4], ARGV[1])
      redis.call('DEL', KEYS[2])
      return redis.call('DEL', KEYS[1])
      """;

  /** A thread may have gone on since it was found among those that have stopped. */
  private static final String DELETE_STOPPED =
      """
      local saved = redis.call('HMGET', KEYS[1], 'progress', 'saved')
      if saved[1] == 'RUNNING' or (saved[2] and tonumber(saved[2]) >= tonumber(ARGV[2])) then
        return 0
      end
      """
          + DELETE;

  private final RedisClient client;
  private final StatefulRedisConnection<String, String> connection;

  private RedisCheckpointStore(RedisClient client) {
    this.client = client;
    this.connection = client.connect();
  }

  /**
   * Opens a store with a connection of its own, which is closed with it.
   *
   * @param url such as {@code redis://host:6379/0} or {@code rediss://user:password@host:6379}
   * @throws io.evergraph.error.InvalidInputException when the server cannot be reached
   */
  public static RedisCheckpointStore open(String url) {
    return RedisServer.open(
        RedisServer.impatient(url, RedisServer.LONGEST_REPLY),
        "the checkpoint store",
        RedisCheckpointStore::new);
  }

  @Override
  public String kind() {
    return "redis";
  }

  private static String[] keys(String thread) {
    return new String[] {PREFIX + "thread:" + thread, PREFIX + "parts:" + thread, OPEN, STOPPED};
  }

  private RedisCommands<String, String> commands() {
    return connection.sync();
  }

  @Override
  public boolean save(SavedThread thread, @Nullable SavedPart part, @Nullable Instant last) {
    List<String> arguments = new ArrayList<>();
    arguments.add(thread.id());
    arguments.add(thread.graph());
    arguments.add(thread.progress().name());
    arguments.add(thread.head());
    arguments.add("" + thread.savedAt().toEpochMilli());
    arguments.add(last == null ? "" : "" + last.toEpochMilli());
    if (part != null) {
      arguments.add("" + part.number());
      arguments.add("" + part.lastCheckpoint());
      arguments.add("" + part.keptFrom());
      arguments.add(part.content());
    }
    return run(SAVE, thread.id(), arguments.toArray(String[]::new)) > 0;
  }

  private long run(String script, String thread, String... arguments) {
    return with(
        thread,
        () -> commands().<Long>eval(script, ScriptOutputType.INTEGER, keys(thread), arguments));
  }

  @Override
  public Optional<SavedThread> find(String thread) {
    Map<String, String> fields = with(thread, () -> commands().hgetall(keys(thread)[0]));
    return fields.isEmpty() ? Optional.empty() : Optional.of(thread(thread, fields));
  }

  private static SavedThread thread(String id, Map<String, String> fields) {
    return new SavedThread(
        id,
        fields.getOrDefault("graph", ""),
        Progress.of(fields.getOrDefault("progress", Progress.STOPPED.name())),
        fields.getOrDefault("head", ""),
        Instant.ofEpochMilli(Long.parseLong(fields.getOrDefault("saved", "0"))));
  }

  @Override
  public List<SavedPart> parts(String thread) {
    return with(thread, () -> commands().hgetall(keys(thread)[1])).entrySet().stream()
        .map(it -> part(thread, Long.parseLong(it.getKey()), it.getValue()))
        .sorted(Comparator.comparing(SavedPart::number))
        .toList();
  }

  private static SavedPart part(String thread, long number, String written) {
    int end = written.indexOf(CONTENT_FOLLOWS);
    return new SavedPart(
        thread, number, Long.parseLong(written.substring(0, end)), 0, written.substring(end + 1));
  }

  @Override
  public List<SavedThread> open(String after, int limit) {
    Range<String> behind =
        Range.from(
            after.isEmpty() ? Range.Boundary.unbounded() : Range.Boundary.excluding(after),
            Range.Boundary.unbounded());
    return with("*", () -> commands().zrangebylex(OPEN, behind, Limit.from(limit))).stream()
        .flatMap(id -> find(id).stream())
        .toList();
  }

  /** A thread that has ended is among those that have stopped. */
  @Override
  public List<String> ids(String after, int limit) {
    Set<String> all = new TreeSet<>(with("*", () -> commands().zrange(OPEN, 0, -1)));
    all.addAll(with("*", () -> commands().zrange(STOPPED, 0, -1)));
    return all.stream().filter(id -> id.compareTo(after) > 0).limit(limit).toList();
  }

  @Override
  public boolean delete(String thread) {
    return run(DELETE, thread, thread) > 0;
  }

  @Override
  public int deleteStopped(Instant savedBefore) {
    Range<Long> earlier =
        Range.from(
            Range.Boundary.unbounded(), Range.Boundary.excluding(savedBefore.toEpochMilli()));
    return (int)
        with("*", () -> commands().zrangebyscore(STOPPED, earlier)).stream()
            .filter(id -> run(DELETE_STOPPED, id, id, "" + savedBefore.toEpochMilli()) > 0)
            .count();
  }

  private static <T> T with(String thread, Supplier<T> action) {
    return RedisServer.ask("the saved thread '" + thread + "'", action);
  }

  @Override
  public void close() {
    connection.close();
    client.shutdown();
  }
}

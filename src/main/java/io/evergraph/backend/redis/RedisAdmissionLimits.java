package io.evergraph.backend.redis;

import io.evergraph.backend.TimedBuckets;
import io.evergraph.error.StoreUnavailableException;
import io.evergraph.runtime.spi.AdmissionLimits;
import io.github.bucket4j.BucketExceptions;
import io.github.bucket4j.redis.lettuce.Bucket4jLettuce;
import io.lettuce.core.RedisClient;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Counts in Redis 6 or newer, for all processes with that server: budgets by bucket4j, a sorted set
 * of holders for each place. Budgets begin by the clocks of the processes, places expire by that of
 * the server.
 *
 * <p>The keys begin with <code>{evergraph.limits}</code> and stand in one slot of a cluster; they
 * expire when nothing is counted any more.
 */
public final class RedisAdmissionLimits implements AdmissionLimits, AutoCloseable {
  private static final String PREFIX = "{evergraph.limits}:";
  private static final String NOW =
      """
      local time = redis.call('TIME')
      local now = time[1] * 1000 + math.floor(time[2] / 1000)
      """;

  /** Whose place has expired may still renew it for a minute, where nobody has come since. */
  private static final String HOLD =
      """
      local function hold(place, holder, expiry)
        redis.call('ZADD', place, string.format('%.0f', now + expiry), holder)
        if redis.call('PTTL', place) < expiry + 60000 then
          redis.call('PEXPIRE', place, expiry + 60000)
        end
      end
      """;

  /** Returns the number of the first place that is full; 0 when the holder is in all. */
  private static final String ENTER =
      NOW
          + HOLD
          + """
          for i = 2, #KEYS do
            redis.call('ZREMRANGEBYSCORE', KEYS[i], '-inf', string.format('%.0f', now))
            local others = redis.call('ZCARD', KEYS[i])
            if redis.call('ZSCORE', KEYS[i], ARGV[1]) then others = others - 1 end
            if others >= tonumber(ARGV[i + 1]) then return i - 1 end
          end
          for i = 2, #KEYS do
            hold(KEYS[i], ARGV[1], tonumber(ARGV[2]))
            redis.call('SADD', KEYS[1], KEYS[i])
          end
          redis.call('PEXPIRE', KEYS[1], tonumber(ARGV[2]) + 60000)
          return 0
          """;

  /** The places of a holder are in the slot of its own key. */
  private static final String RENEW =
      NOW
          + HOLD
          + """
          for _, place in ipairs(redis.call('SMEMBERS', KEYS[1])) do
            if redis.call('ZSCORE', place, ARGV[1]) then
              hold(place, ARGV[1], tonumber(ARGV[2]))
            end
          end
          return redis.call('PEXPIRE', KEYS[1], tonumber(ARGV[2]) + 60000)
          """;

  private static final String LEAVE =
      """
      for _, place in ipairs(redis.call('SMEMBERS', KEYS[1])) do
        redis.call('ZREM', place, ARGV[1])
      end
      return redis.call('DEL', KEYS[1])
      """;

  private final RedisClient client;
  private final StatefulRedisConnection<String, String> connection;
  private final TimedBuckets budgets;

  private RedisAdmissionLimits(RedisClient client, Clock clock) {
    this.client = client;
    this.connection = client.connect();
    this.budgets =
        new TimedBuckets(
            TimedBuckets.timed(
                    Bucket4jLettuce.casBasedBuilder(
                        client.connect(RedisCodec.of(StringCodec.UTF8, ByteArrayCodec.INSTANCE))),
                    clock)
                .requestTimeout(RedisServer.LONGEST_REPLY)
                .build());
  }

  /**
   * Counts over connections of its own, which are closed with it.
   *
   * @param url such as {@code redis://host:6379/0} or {@code rediss://user:password@host:6379}
   * @throws io.evergraph.error.InvalidInputException when the server cannot be reached
   */
  public static RedisAdmissionLimits open(String url) {
    return open(url, Clock.systemUTC());
  }

  /** Counts over connections of its own; budgets begin by a clock. */
  public static RedisAdmissionLimits open(String url, Clock clock) {
    return RedisServer.open(
        RedisServer.impatient(url, RedisServer.LONGEST_REPLY),
        "the limits of tasks",
        client -> new RedisAdmissionLimits(client, clock));
  }

  private static String holder(String name) {
    return PREFIX + "holder:" + name;
  }

  private Long run(String script, String holder, String[] keys, String... arguments) {
    return RedisServer.ask(
        "the places of '" + holder + "'",
        () -> connection.sync().eval(script, ScriptOutputType.INTEGER, keys, arguments));
  }

  @Override
  public String kind() {
    return "redis";
  }

  @Override
  public Optional<Duration> take(String key, int most, Duration window) {
    try {
      return RedisServer.ask(
          "the budget '" + key + "'", () -> budgets.take(PREFIX + "budget:" + key, most, window));
    } catch (BucketExceptions.BucketExecutionException slow) {
      throw new StoreUnavailableException(
              "the budget '" + key + "'", String.valueOf(slow.getMessage()))
          .causedBy(slow);
    }
  }

  @Override
  public Optional<Place> enter(String holder, List<Place> places, Duration expiry) {
    String[] keys =
        Stream.concat(
                Stream.of(holder(holder)),
                places.stream().map(place -> PREFIX + "place:" + place.name()))
            .toArray(String[]::new);
    String[] arguments =
        Stream.concat(
                Stream.of(holder, "" + expiry.toMillis()),
                places.stream().map(place -> "" + place.most()))
            .toArray(String[]::new);
    long full = run(ENTER, holder, keys, arguments);
    return full == 0 ? Optional.empty() : Optional.of(places.get((int) full - 1));
  }

  @Override
  public void renew(Collection<String> holders, Duration expiry) {
    for (String holder : holders) {
      Long unused =
          run(RENEW, holder, new String[] {holder(holder)}, holder, "" + expiry.toMillis());
    }
  }

  @Override
  public void leave(String holder) {
    Long unused = run(LEAVE, holder, new String[] {holder(holder)}, holder);
  }

  @Override
  public void close() {
    client.shutdown();
  }
}

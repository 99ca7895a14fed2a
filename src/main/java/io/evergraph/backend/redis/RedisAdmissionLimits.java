package io.evergraph.backend.redis;

import io.evergraph.backend.FullPlaces;
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
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Counts in Redis 6 or newer, for all processes with that server: budgets by bucket4j, sorted sets
 * of those in each place and of those who wait for it. Budgets begin by the clocks of the
 * processes, places expire by that of the server.
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

  /** Ends the waiting of a holder: of each is known in which queue it stands, and until when. */
  private static final String FORGET =
      """
      local prefix = KEYS[1]
      local standing, ends = prefix .. 'standing', prefix .. 'ends'
      local function forget(holder)
        local queue = redis.call('HGET', standing, holder)
        if queue then
          redis.call('ZREM', queue, holder)
          redis.call('HDEL', standing, holder)
          redis.call('ZREM', ends, holder)
        end
      end
      """;

  /**
   * Queues are sorted by rank, then by arrival, of which a double keeps 50 bits. Who stands in the
   * right queue for long enough is left there.
   */
  private static final String WAIT =
      """
      local function text(number) return string.format('%.0f', number) end
      local function order(holder)
        local queue = redis.call('HGET', standing, holder)
        local turn = queue and redis.call('ZSCORE', queue, holder)
        return turn and tonumber(turn), queue
      end
      local function wait(holder, rank, place, patience, turn, stands)
        local queue, arrivals = prefix .. 'queue:' .. place, prefix .. 'arrivals'
        local known = stands == queue and redis.call('ZSCORE', ends, holder)
        if known and tonumber(known) > now + patience / 2 then return end
        turn = turn or rank * 2^50 + redis.call('INCR', arrivals)
        forget(holder)
        redis.call('ZADD', queue, text(turn), holder)
        redis.call('HSET', standing, holder, queue)
        redis.call('ZADD', ends, text(now + patience), holder)
        for _, key in ipairs({queue, arrivals, standing, ends}) do
          redis.call('PEXPIRE', key, patience + 60000)
        end
      end
      """;

  /** A place that is full for one is so for those whose turn is later: it is counted once. */
  private static final String FIRST_FULL =
      """
      local function isFull(place, most, holder, turn)
        local inside = prefix .. 'place:' .. place
        redis.call('ZREMRANGEBYSCORE', inside, '-inf', text(now))
        if redis.call('ZSCORE', inside, holder) then return false end
        local queue = prefix .. 'queue:' .. place
        local before = redis.call('ZCOUNT', queue, '-inf', '(' .. text(turn))
        return redis.call('ZCARD', inside) + before >= most
      end
      local fullFrom = {}
      local function isKnown(place, holder, turn)
        return fullFrom[place] and turn >= fullFrom[place]
          and not redis.call('ZSCORE', prefix .. 'place:' .. place, holder)
      end
      local function firstFull(first, last, holder, turn)
        for i = first, last, 2 do
          if isKnown(ARGV[i], holder, turn) then return i end
        end
        for i = first, last, 2 do
          if isFull(ARGV[i], tonumber(ARGV[i + 1]), holder, turn) then
            fullFrom[ARGV[i]] = turn
            return i
          end
        end
      end
      """;

  /**
   * Returns for each holder the number of the place that it found full; 0 when it is in all. Each
   * has its name, rank and number of places in the arguments, then the name and room of each place.
   */
  private static final String ENTER =
      NOW
          + HOLD
          + FORGET
          + WAIT
          + FIRST_FULL
          + """
          for _, late in ipairs(redis.call('ZRANGEBYSCORE', ends, '-inf', text(now))) do
            forget(late)
          end
          local expiry, patience = tonumber(ARGV[1]), tonumber(ARGV[2])
          local answers, at = {}, 3
          while at <= #ARGV do
            local holder, rank, places = ARGV[at], tonumber(ARGV[at + 1]), tonumber(ARGV[at + 2])
            local first = at + 3
            at = first + 2 * places
            local turn, stands = order(holder)
            local full = firstFull(first, at - 1, holder, turn or (rank + 1) * 2^50)
            if not full then
              forget(holder)
              local own = prefix .. 'holder:' .. holder
              for i = first, at - 1, 2 do
                hold(prefix .. 'place:' .. ARGV[i], holder, expiry)
                redis.call('SADD', own, prefix .. 'place:' .. ARGV[i])
              end
              redis.call('PEXPIRE', own, expiry + 60000)
            elseif patience > 0 then
              wait(holder, rank, ARGV[full], patience, turn, stands)
            end
            answers[#answers + 1] = full and (full - first) / 2 + 1 or 0
          end
          return answers
          """;

  /** The places of a holder are in the slot of its own key. */
  private static final String RENEW =
      NOW
          + HOLD
          + """
          local own = KEYS[1] .. 'holder:' .. ARGV[1]
          for _, place in ipairs(redis.call('SMEMBERS', own)) do
            if redis.call('ZSCORE', place, ARGV[1]) then
              hold(place, ARGV[1], tonumber(ARGV[2]))
            end
          end
          return {redis.call('PEXPIRE', own, tonumber(ARGV[2]) + 60000)}
          """;

  private static final String LEAVE =
      FORGET
          + """
          local own = prefix .. 'holder:' .. ARGV[1]
          forget(ARGV[1])
          for _, place in ipairs(redis.call('SMEMBERS', own)) do
            redis.call('ZREM', place, ARGV[1])
          end
          return {redis.call('DEL', own)}
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

  /** All keys of a script are in the slot of their prefix. */
  private List<Long> run(String script, String... arguments) {
    return RedisServer.ask(
        "the places of tasks",
        () ->
            connection
                .sync()
                .eval(script, ScriptOutputType.MULTI, new String[] {PREFIX}, arguments));
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
  public Map<String, Place> enter(List<Entrant> entrants, Duration expiry, Duration patience) {
    List<String> arguments =
        new ArrayList<>(List.of("" + expiry.toMillis(), "" + patience.toMillis()));
    for (Entrant entrant : entrants) {
      arguments.addAll(
          List.of(entrant.holder(), "" + entrant.rank(), "" + entrant.places().size()));
      entrant.places().forEach(place -> arguments.addAll(List.of(place.name(), "" + place.most())));
    }
    return FullPlaces.of(entrants, run(ENTER, arguments.toArray(String[]::new)));
  }

  @Override
  public void renew(Collection<String> holders, Duration expiry) {
    for (String holder : holders) {
      List<Long> unused = run(RENEW, holder, "" + expiry.toMillis());
    }
  }

  @Override
  public void leave(String holder) {
    List<Long> unused = run(LEAVE, holder);
  }

  @Override
  public void close() {
    client.shutdown();
  }
}

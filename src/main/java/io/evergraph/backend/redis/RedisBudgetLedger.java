package io.evergraph.backend.redis;

import io.evergraph.runtime.spi.BudgetLedger;
import io.lettuce.core.RedisClient;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Keeps accounts in Redis 6 or newer, for all processes with that server: a number for what was
 * used of each, a hash of what is reserved. Reservations expire by the clock of the server.
 *
 * <p>The keys begin with <code>{evergraph.budgets}</code> and stand in one slot of a cluster. A
 * server that may forget keys to save memory, or keeps nothing on disk, may forget what was used.
 */
public final class RedisBudgetLedger implements BudgetLedger, AutoCloseable {
  private static final String PREFIX = "{evergraph.budgets}:";

  private static final String NOW =
      """
      local time = redis.call('TIME')
      local now = time[1] * 1000 + math.floor(time[2] / 1000)
      """;

  /**
   * Keys are the number and the hash of each account. Returns the number of the first account that
   * does not hold its part, and what is used of it; nothing when all is reserved.
   */
  private static final String RESERVE =
      NOW
          + """
          local id, expires, late = ARGV[1], now + tonumber(ARGV[2]), tonumber(ARGV[3])
          local owner, replaced = ARGV[4], {}
          for i = 1, #KEYS / 2 do
            local used = tonumber(redis.call('GET', KEYS[2 * i - 1]) or '0')
            local reserved = redis.call('HGETALL', KEYS[2 * i])
            for j = 1, #reserved, 2 do
              local amount, rest, whose = string.match(reserved[j + 1], '^(%d+)(:%d+:%d+):(.*)$')
              local expiry = tonumber(string.match(rest, '%d+'))
              if expiry < now - late then
                redis.call('HDEL', KEYS[2 * i], reserved[j])
              elseif whose == owner then
                table.insert(replaced, {KEYS[2 * i], reserved[j], '0' .. rest .. ':' .. whose})
              elseif expiry > now then
                used = used + tonumber(amount)
              end
            end
            if used > tonumber(ARGV[3 * i + 2]) - tonumber(ARGV[3 * i + 3]) then
              return {i, used}
            end
          end
          for _, part in ipairs(replaced) do
            redis.call('HSET', part[1], part[2], part[3])
          end
          for i = 1, #KEYS / 2 do
            local kept = string.format('%.0f', ARGV[3 * i + 4] + late)
            redis.call('HSET', KEYS[2 * i], id,
              ARGV[3 * i + 3] .. ':' .. string.format('%.0f', expires) .. ':' .. kept .. ':' .. owner)
            redis.call('PEXPIREAT', KEYS[2 * i], kept)
          end
          return {}
          """;

  private static final String SETTLE =
      """
      for i = 1, #KEYS / 2 do
        local reserved = redis.call('HGET', KEYS[2 * i], ARGV[1])
        if reserved then
          redis.call('HDEL', KEYS[2 * i], ARGV[1])
          redis.call('INCRBY', KEYS[2 * i - 1], ARGV[i + 1])
          redis.call('PEXPIREAT', KEYS[2 * i - 1], string.match(reserved, '^%d+:%d+:(%d+)'))
        end
      end
      return {}
      """;

  private static final String BALANCE =
      NOW
          + """
          local sum = 0
          for _, reserved in ipairs(redis.call('HVALS', KEYS[2])) do
            local amount, expiry = string.match(reserved, '(%d+):(%d+)')
            if tonumber(expiry) > now then sum = sum + tonumber(amount) end
          end
          return {tonumber(redis.call('GET', KEYS[1]) or '0'), sum}
          """;

  private final RedisClient client;
  private final StatefulRedisConnection<String, String> connection;

  private RedisBudgetLedger(RedisClient client) {
    this.client = client;
    this.connection = client.connect();
  }

  /**
   * Keeps accounts over a connection of its own, which is closed with it.
   *
   * @param url such as {@code redis://host:6379/0} or {@code rediss://user:password@host:6379}
   * @throws io.evergraph.error.InvalidInputException when the server cannot be reached
   */
  public static RedisBudgetLedger open(String url) {
    return RedisServer.open(
        RedisServer.impatient(url, RedisServer.LONGEST_REPLY), "budgets", RedisBudgetLedger::new);
  }

  private static String[] keys(Stream<String> accounts) {
    return accounts
        .flatMap(name -> Stream.of(PREFIX + "used:" + name, PREFIX + "reserved:" + name))
        .toArray(String[]::new);
  }

  private List<Long> run(String subject, String script, String[] keys, List<String> arguments) {
    return RedisServer.ask(
        subject,
        () ->
            connection
                .sync()
                .eval(script, ScriptOutputType.MULTI, keys, arguments.toArray(String[]::new)));
  }

  @Override
  public String kind() {
    return "redis";
  }

  @Override
  public Optional<Shortage> reserve(String owner, String id, List<Claim> claims, Duration expiry) {
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of(id, "" + expiry.toMillis(), "" + LATEST_SETTLEMENT.toMillis(), owner));
    for (Claim claim : claims) {
      Account account = claim.account();
      arguments.addAll(
          List.of("" + account.most(), "" + claim.amount(), "" + account.end().toEpochMilli()));
    }
    List<Long> shortage =
        run(
            "the reservation of '" + owner + "'",
            RESERVE,
            keys(claims.stream().map(it -> it.account().name())),
            arguments);
    return shortage.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Shortage(claims.get(shortage.get(0).intValue() - 1).account(), shortage.get(1)));
  }

  @Override
  public void settle(String id, Map<String, Long> used) {
    used.forEach(BudgetLedger::requireAmount);
    List<String> accounts = List.copyOf(used.keySet());
    List<String> arguments = new ArrayList<>(List.of(id));
    accounts.forEach(account -> arguments.add("" + used.get(account)));
    List<Long> unused =
        run("what '" + id + "' has used", SETTLE, keys(accounts.stream()), arguments);
  }

  @Override
  public Balance balance(String account) {
    List<Long> found =
        run("the account '" + account + "'", BALANCE, keys(Stream.of(account)), List.of());
    return new Balance(found.get(0), found.get(1));
  }

  @Override
  public void close() {
    client.shutdown();
  }
}

package io.evergraph.backend.redis;

import io.evergraph.backend.EmissionListeners;
import io.evergraph.backend.EmissionListeners.Found;
import io.evergraph.backend.EmissionOutbox;
import io.evergraph.backend.EmittedForm;
import io.evergraph.runtime.spi.Emitted;
import io.evergraph.runtime.spi.EventBus;
import io.lettuce.core.LettuceFutures;
import io.lettuce.core.Limit;
import io.lettuce.core.Range;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.StreamMessage;
import io.lettuce.core.XAddArgs;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/**
 * Carries what nodes emit to all processes over Redis 6.2 or newer: a stream for each thread, which
 * holds its latest 10,000 emissions until an hour after the last, and a channel that tells of news.
 *
 * <p>Emissions may be lost while the server cannot be reached; no node waits for it.
 */
public final class RedisEventBus implements EventBus, AutoCloseable {
  private static final String PREFIX = "evergraph.emitted:";
  private static final String CHANNEL = "evergraph.emitted";
  private static final String FIELD = "e";
  private static final long MOST_PER_THREAD = 10_000;
  private static final long PAGE = 1_000;
  private static final Duration KEPT = Duration.ofHours(1);
  private static final Duration LONGEST = Duration.ofSeconds(2);

  private final RedisClient client;
  private final StatefulRedisConnection<String, String> connection;
  private final StatefulRedisPubSubConnection<String, String> channel;
  private final EmissionListeners listeners = new EmissionListeners(this::after);
  private final EmissionOutbox outbox;

  private RedisEventBus(RedisClient client) {
    this.client = client;
    this.connection = client.connect();
    this.channel = client.connectPubSub();
    channel.addListener(
        new RedisPubSubAdapter<>() {
          @Override
          public void message(String name, String thread) {
            listeners.wake(thread);
          }

          /** Again after each loss of the connection. */
          @Override
          public void subscribed(String name, long count) {
            listeners.wakeAll();
          }
        });
    channel.sync().subscribe(CHANNEL);
    this.outbox = new EmissionOutbox("evergraph-emissions", this::send);
  }

  /**
   * Opens a bus with connections of its own, which are closed with it.
   *
   * @param url such as {@code redis://host:6379/0} or {@code rediss://user:password@host:6379}
   * @throws io.evergraph.error.InvalidInputException when the server cannot be reached
   */
  public static RedisEventBus open(String url) {
    return RedisServer.open(RedisServer.impatient(url, LONGEST), "emissions", RedisEventBus::new);
  }

  @Override
  public String kind() {
    return "redis";
  }

  @Override
  public void publish(Emitted emitted) {
    outbox.add(emitted);
  }

  @Override
  public void flush() {
    outbox.flush();
  }

  /** The channel tells of a thread when all of the batch can be read. */
  private void send(List<Emitted> batch) {
    RedisAsyncCommands<String, String> commands = connection.async();
    List<RedisFuture<?>> sent = new ArrayList<>();
    Set<String> threads = new TreeSet<>();
    XAddArgs trimmed = XAddArgs.Builder.maxlen(MOST_PER_THREAD).approximateTrimming();
    for (Emitted emitted : batch) {
      threads.add(emitted.thread());
      sent.add(
          commands.xadd(
              PREFIX + emitted.thread(), trimmed, Map.of(FIELD, EmittedForm.text(emitted))));
    }
    for (String thread : threads) {
      sent.add(commands.expire(PREFIX + thread, KEPT));
      sent.add(commands.publish(CHANNEL, thread));
    }
    if (!LettuceFutures.awaitAll(
        LONGEST.toMillis(), TimeUnit.MILLISECONDS, sent.toArray(RedisFuture<?>[]::new))) {
      throw new RedisException("It does not reply within " + LONGEST + ".");
    }
  }

  private List<Found> after(String thread, String after) {
    List<Found> found = new ArrayList<>();
    String place = after;
    List<StreamMessage<String, String>> page;
    do {
      page = page(thread, place);
      for (StreamMessage<String, String> message : page) {
        place = message.getId();
        found.add(new Found(place, message.getBody().getOrDefault(FIELD, "")));
      }
    } while (page.size() == PAGE);
    return found;
  }

  private List<StreamMessage<String, String>> page(String thread, String after) {
    Range<String> behind =
        Range.from(
            after.isEmpty() ? Range.Boundary.unbounded() : Range.Boundary.excluding(after),
            Range.Boundary.unbounded());
    return connection.sync().xrange(PREFIX + thread, behind, Limit.from(PAGE));
  }

  @Override
  public Subscription subscribe(String thread, Runnable onNews) {
    return listeners.add(thread, onNews);
  }

  @Override
  public int forget(String thread) {
    outbox.flush();
    return RedisServer.ask(
        "the emissions of '" + thread + "'",
        () -> {
          long held = connection.sync().xlen(PREFIX + thread);
          Long unused = connection.sync().del(PREFIX + thread);
          return (int) held;
        });
  }

  @Override
  public Reach reach() {
    return Reach.WORKERS;
  }

  @Override
  public void close() {
    outbox.close();
    channel.close();
    connection.close();
    client.shutdown();
  }
}

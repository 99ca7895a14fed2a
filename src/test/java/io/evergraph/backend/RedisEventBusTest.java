package io.evergraph.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.evergraph.Ports;
import io.evergraph.backend.redis.RedisEventBus;
import io.evergraph.error.InvalidInputException;
import io.evergraph.graph.Emission;
import io.evergraph.runtime.spi.Emitted;
import io.evergraph.runtime.spi.EventBus;
import io.lettuce.core.RedisClient;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** On a real Redis. */
@Tag("real")
class RedisEventBusTest extends SharedEventBusContract {
  private static OwnRedis server;
  private static RedisEventBus bus;
  private static RedisEventBus elsewhere;

  @BeforeAll
  static void startServer() throws IOException {
    int port = Ports.free();
    server = OwnRedis.start(port);
    bus = RedisEventBus.open("redis://127.0.0.1:" + port);
    elsewhere = RedisEventBus.open("redis://127.0.0.1:" + port);
  }

  @AfterAll
  static void stopServer() throws IOException {
    bus.close();
    elsewhere.close();
    server.close();
  }

  @Override
  EventBus bus() {
    return bus;
  }

  @Override
  EventBus elsewhere() {
    return elsewhere;
  }

  @Override
  void put(String thread, String text) {
    RedisClient client = RedisClient.create(server.url());
    try {
      assertThat(client.connect().sync().xadd("evergraph.emitted:" + thread, "e", text))
          .isNotNull();
    } finally {
      client.shutdown();
    }
  }

  @Test
  void shouldSayWhichServerItNeeds() throws IOException {
    String nowhere = "redis://127.0.0.1:" + Ports.free();

    assertThatThrownBy(() -> RedisEventBus.open(nowhere))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("a server that can be reached");
  }

  @Test
  void shouldHoldNoNodeUpWhileTheServerIsAwayAndGoOnAfterwards() throws Exception {
    int port = Ports.free();
    OwnRedis first = OwnRedis.start(port);
    try (RedisEventBus publisher = RedisEventBus.open("redis://127.0.0.1:" + port);
        RedisEventBus reader = RedisEventBus.open("redis://127.0.0.1:" + port);
        EventBus.Subscription listener = reader.subscribe("t", () -> {})) {
      first.close();
      long before = System.nanoTime();
      for (int sequence = 1; sequence <= 20; sequence++) {
        publisher.publish(emitted(sequence));
        publisher.flush();
      }
      Duration taken = Duration.ofNanos(System.nanoTime() - before);
      OwnRedis second = OwnRedis.start(port);
      try {
        await()
            .atMost(Duration.ofSeconds(30))
            .until(
                () -> {
                  publisher.publish(emitted(100));
                  return listener.take().stream().anyMatch(it -> it.sequence() == 100);
                });
      } finally {
        second.close();
      }
      assertThat(taken).isLessThan(Duration.ofSeconds(4));
    }
  }

  private static Emitted emitted(long sequence) {
    return new Emitted(
        "t",
        "run",
        "",
        1,
        1,
        "task",
        "node",
        1,
        sequence,
        Instant.EPOCH,
        new Emission.Text("m", "x"));
  }
}

package io.evergraph.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.Ports;
import io.evergraph.backend.redis.RedisCheckpointStore;
import io.evergraph.error.InvalidInputException;
import io.evergraph.error.StoreUnavailableException;
import io.evergraph.runtime.spi.CheckpointStore;
import io.evergraph.runtime.spi.SavedThread;
import io.evergraph.runtime.spi.SavedThread.Progress;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** On a real Redis. */
@Tag("real")
class RedisCheckpointStoreTest extends SavedThreadsContract {
  private static OwnRedis server;
  private static RedisCheckpointStore store;
  private static RedisCheckpointStore elsewhere;

  @BeforeAll
  static void startServer() throws IOException {
    int port = Ports.free();
    server = OwnRedis.start(port);
    store = RedisCheckpointStore.open("redis://127.0.0.1:" + port);
    elsewhere = RedisCheckpointStore.open("redis://127.0.0.1:" + port);
  }

  @AfterAll
  static void stopServer() throws IOException {
    store.close();
    elsewhere.close();
    server.close();
  }

  @Override
  CheckpointStore store() {
    return store;
  }

  @Override
  CheckpointStore elsewhere() {
    return elsewhere;
  }

  @Test
  void shouldGiveBackAThreadWhoseProgressIsNoneThatItKnows() {
    Instant now = Instant.ofEpochMilli(1);
    StoredThreads.put(store, new SavedThread("odd", "g", Progress.STOPPED, "{}", now));
    try (RedisClient client = RedisClient.create(server.url());
        StatefulRedisConnection<String, String> connection = client.connect()) {
      connection.sync().hset("{evergraph.threads}:thread:odd", "progress", "ASLEEP");
    }

    assertThat(store.open("", 10))
        .containsExactly(new SavedThread("odd", "g", Progress.UNKNOWN, "{}", now));
  }

  @Test
  void shouldSayWhichServerItNeeds() throws IOException {
    String nowhere = "redis://127.0.0.1:" + Ports.free();

    assertThatThrownBy(() -> RedisCheckpointStore.open(nowhere))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("a server that can be reached");
  }

  @Test
  void shouldRefuseReadsSoonWhileTheServerIsAway() throws IOException {
    try (OwnRedis gone = OwnRedis.start();
        RedisCheckpointStore away = RedisCheckpointStore.open(gone.url())) {
      gone.kill();
      long killed = System.nanoTime();

      assertThatThrownBy(() -> away.find("any")).isInstanceOf(StoreUnavailableException.class);
      assertThatThrownBy(() -> away.parts("any")).isInstanceOf(StoreUnavailableException.class);

      assertThat(Duration.ofNanos(System.nanoTime() - killed)).isLessThan(Duration.ofSeconds(12));
    }
  }
}

package io.evergraph.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.evergraph.Ports;
import io.evergraph.backend.redis.RedisStore;
import io.evergraph.error.InvalidInputException;
import io.evergraph.error.StoreUnavailableException;
import io.evergraph.graph.Store;
import io.evergraph.graph.StoreItem;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.assertj.core.util.Throwables;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** On a real Redis. */
@Tag("real")
class RedisStoreTest extends StoreContract {
  private static int port;
  private static OwnRedis server;
  private static RedisStore store;
  private static RedisStore elsewhere;

  @BeforeAll
  static void startServer() throws IOException {
    port = Ports.free();
    server = OwnRedis.start(port);
    store = RedisStore.open("redis://127.0.0.1:" + port);
    elsewhere = RedisStore.open("redis://127.0.0.1:" + port);
  }

  @AfterAll
  static void stopServer() throws IOException {
    store.close();
    elsewhere.close();
    server.close();
  }

  @Override
  Store store() {
    return store;
  }

  @Override
  Store elsewhere() {
    return elsewhere;
  }

  @Test
  void shouldSayWhichServerItNeeds() throws IOException {
    String nowhere = "redis://127.0.0.1:" + Ports.free();

    assertThatThrownBy(() -> RedisStore.open(nowhere))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("a server that can be reached");
  }

  @Test
  void shouldNotShowThePasswordOfAUrlThatCannotBeRead() {
    assertThatThrownBy(() -> RedisStore.open("redis://:p^ss%word@host:6379"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("its password percent-encoded")
        .satisfies(failure -> assertThat(Throwables.getStackTrace(failure)).doesNotContain("p^ss"));
  }

  @Test
  void shouldPutOnceWhereTheReplyIsLost() throws IOException {
    List<String> names = List.of("lost-reply");
    try (SilentProxy proxy = new SilentProxy(port);
        RedisStore far = RedisStore.open("redis://127.0.0.1:" + proxy.port())) {
      far.put(names, "k", Map.of("n", 1));
      proxy.cutAtReply();

      assertThatThrownBy(() -> far.put(names, "k", Map.of("n", 2)))
          .isInstanceOf(StoreUnavailableException.class);

      await()
          .atMost(Duration.ofSeconds(30))
          .ignoreException(StoreUnavailableException.class)
          .until(() -> far.get(names, "k").isPresent());
      assertThat(store.get(names, "k")).map(StoreItem::version).contains(2L);
    }
  }

  @Test
  void shouldRefuseSoonWhileTheServerIsAway() throws IOException {
    try (OwnRedis gone = OwnRedis.start();
        RedisStore away = RedisStore.open(gone.url())) {
      gone.kill();
      long killed = System.nanoTime();

      assertThatThrownBy(() -> away.get(List.of("any"), "key"))
          .isInstanceOf(StoreUnavailableException.class);
      assertThatThrownBy(() -> away.put(List.of("any"), "key", Map.of()))
          .isInstanceOf(StoreUnavailableException.class);

      assertThat(Duration.ofNanos(System.nanoTime() - killed)).isLessThan(Duration.ofSeconds(12));
    }
  }
}

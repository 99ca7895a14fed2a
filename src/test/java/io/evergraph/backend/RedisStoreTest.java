package io.evergraph.backend;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.backend.redis.RedisStore;
import io.evergraph.error.InvalidInputException;
import io.evergraph.graph.Store;
import java.io.IOException;
import java.net.ServerSocket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import redis.embedded.RedisServer;

/** On a real Redis. */
@Tag("real")
class RedisStoreTest extends StoreContract {
  private static RedisServer server;
  private static RedisStore store;
  private static RedisStore elsewhere;

  @BeforeAll
  static void startServer() throws IOException {
    int port = freePort();
    server =
        RedisServer.builder().port(port).setting("bind 127.0.0.1").setting("save \"\"").build();
    server.start();
    store = RedisStore.open("redis://127.0.0.1:" + port);
    elsewhere = RedisStore.open("redis://127.0.0.1:" + port);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  @AfterAll
  static void stopServer() throws IOException {
    store.close();
    elsewhere.close();
    server.stop();
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
    String nowhere = "redis://127.0.0.1:" + freePort();

    assertThatThrownBy(() -> RedisStore.open(nowhere))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("a server that can be reached");
  }
}

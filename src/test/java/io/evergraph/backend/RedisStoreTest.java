package io.evergraph.backend;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.Ports;
import io.evergraph.backend.redis.RedisStore;
import io.evergraph.error.InvalidInputException;
import io.evergraph.graph.Store;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** On a real Redis. */
@Tag("real")
class RedisStoreTest extends StoreContract {
  private static OwnRedis server;
  private static RedisStore store;
  private static RedisStore elsewhere;

  @BeforeAll
  static void startServer() throws IOException {
    int port = Ports.free();
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
}

package io.evergraph.backend;

import io.evergraph.backend.redis.RedisNodeCache;
import io.evergraph.runtime.spi.NodeCache;
import java.io.IOException;
import java.net.ServerSocket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import redis.embedded.RedisServer;

/** On a real Redis. */
@Tag("real")
class RedisNodeCacheTest extends NodeCacheContract {
  private static RedisServer server;
  private static RedisNodeCache cache;
  private static RedisNodeCache elsewhere;
  private static RedisNodeCache away;

  @BeforeAll
  static void startServer() throws IOException {
    int port = freePort();
    server = redis(port);
    cache = RedisNodeCache.open("redis://127.0.0.1:" + port);
    elsewhere = RedisNodeCache.open("redis://127.0.0.1:" + port);
    int other = freePort();
    RedisServer gone = redis(other);
    away = RedisNodeCache.open("redis://127.0.0.1:" + other);
    gone.stop();
  }

  private static RedisServer redis(int port) throws IOException {
    RedisServer started =
        RedisServer.builder().port(port).setting("bind 127.0.0.1").setting("save \"\"").build();
    started.start();
    return started;
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  @AfterAll
  static void stopServer() throws IOException {
    cache.close();
    elsewhere.close();
    away.close();
    server.stop();
  }

  @Override
  NodeCache cache() {
    return cache;
  }

  @Override
  NodeCache elsewhere() {
    return elsewhere;
  }

  @Override
  NodeCache away() {
    return away;
  }
}

package io.evergraph.backend;

import io.evergraph.Ports;
import io.evergraph.backend.redis.RedisNodeCache;
import io.evergraph.runtime.spi.NodeCache;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** On a real Redis. */
@Tag("real")
class RedisNodeCacheTest extends SharedNodeCacheContract {
  private static OwnRedis server;
  private static RedisNodeCache cache;
  private static RedisNodeCache elsewhere;
  private static RedisNodeCache away;

  @BeforeAll
  static void startServer() throws IOException {
    int port = Ports.free();
    server = OwnRedis.start(port);
    cache = RedisNodeCache.open("redis://127.0.0.1:" + port);
    elsewhere = RedisNodeCache.open("redis://127.0.0.1:" + port);
    int other = Ports.free();
    OwnRedis gone = OwnRedis.start(other);
    away = RedisNodeCache.open("redis://127.0.0.1:" + other);
    gone.close();
  }

  @AfterAll
  static void stopServer() throws IOException {
    cache.close();
    elsewhere.close();
    away.close();
    server.close();
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

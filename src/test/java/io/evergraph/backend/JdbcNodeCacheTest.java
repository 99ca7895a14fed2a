package io.evergraph.backend;

import io.evergraph.backend.jdbc.JdbcNodeCache;
import io.evergraph.runtime.spi.NodeCache;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** On a real PostgreSQL. */
@Tag("real")
class JdbcNodeCacheTest extends SharedNodeCacheContract {
  private static EmbeddedPostgres server;
  private static JdbcNodeCache cache;
  private static JdbcNodeCache elsewhere;
  private static JdbcNodeCache away;

  @BeforeAll
  static void startServer() throws IOException {
    server = EmbeddedPostgres.builder().start();
    cache = open();
    elsewhere = open();
    away = open();
    away.close();
  }

  private static JdbcNodeCache open() {
    return JdbcNodeCache.open(server.getJdbcUrl("postgres", "postgres"), "postgres", "postgres");
  }

  @AfterAll
  static void stopServer() throws IOException {
    cache.close();
    elsewhere.close();
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

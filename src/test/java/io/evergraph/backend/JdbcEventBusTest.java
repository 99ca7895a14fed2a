package io.evergraph.backend;

import io.evergraph.backend.jdbc.JdbcEventBus;
import io.evergraph.runtime.spi.EventBus;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** On a real PostgreSQL. */
@Tag("real")
class JdbcEventBusTest extends EventBusContract {
  private static EmbeddedPostgres server;
  private static JdbcEventBus bus;
  private static JdbcEventBus elsewhere;

  @BeforeAll
  static void startServer() throws IOException {
    server = EmbeddedPostgres.builder().start();
    bus = open();
    elsewhere = open();
  }

  private static JdbcEventBus open() {
    return JdbcEventBus.open(server.getJdbcUrl("postgres", "postgres"), "postgres", "postgres");
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
}

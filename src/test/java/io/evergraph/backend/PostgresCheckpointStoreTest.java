package io.evergraph.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.evergraph.backend.jdbc.JdbcCheckpointStore;
import io.evergraph.error.StoreUnavailableException;
import io.evergraph.runtime.spi.CheckpointStore;
import io.evergraph.runtime.spi.SavedPart;
import io.evergraph.runtime.spi.SavedThread;
import io.evergraph.runtime.spi.SavedThread.Progress;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

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
  @Tag("slow")
  void shouldGoOnInAnotherProcessAfterAKill(@TempDir Path marks) throws Exception {
    String url = server.getJdbcUrl("postgres", "postgres");
    Process killed = MemoryProcess.start(url, marks);
    try {
      await()
          .atMost(Duration.ofSeconds(60))
          .until(
              () ->
                  Files.exists(marks.resolve("second"))
                      && store.parts(MemoryProcess.THREAD.value()).stream()
                          .anyMatch(part -> part.lastCheckpoint() == 3));
    } finally {
      killed.destroyForcibly().waitFor();
    }

    Process next = MemoryProcess.start(url, marks);

    assertThat(next.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(marks.resolve("result")).hasContent("FINISHED [first, second]");
  }

  @Test
  void shouldGiveBackAThreadWhoseProgressIsNoneThatItKnows() throws SQLException {
    Instant now = Instant.ofEpochMilli(1);
    StoredThreads.put(store, new SavedThread("odd", "g", Progress.STOPPED, "{}", now));
    try (Connection connection = server.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      statement.executeUpdate(
          "UPDATE evergraph_saved_thread SET progress = 'ASLEEP' WHERE id = 'odd'");
    }

    assertThat(store.open("", 10))
        .containsExactly(new SavedThread("odd", "g", Progress.UNKNOWN, "{}", now));
  }

  /** Connections that have just been used are not asked whether they still work. */
  @Test
  @Tag("slow")
  void shouldNotWaitForeverWhereAConnectionInUseHasGoneSilent() throws Exception {
    try (SilentProxy proxy = new SilentProxy(server.getPort());
        JdbcCheckpointStore far =
            JdbcCheckpointStore.open(
                "jdbc:postgresql://127.0.0.1:" + proxy.port() + "/postgres",
                "postgres",
                "postgres")) {
      far.find("t");
      proxy.silence();

      CompletableFuture<?> call =
          CompletableFuture.supplyAsync(() -> far.find("t")).exceptionally(failure -> null);
      assertThat(call).succeedsWithin(Duration.ofSeconds(60));
      assertThat(far.find("t")).isEmpty();
    }
  }

  @Test
  void shouldSayThatTheDatabaseIsGone() {
    JdbcCheckpointStore closed = open();
    closed.close();

    assertThatThrownBy(() -> closed.find("t")).isInstanceOf(StoreUnavailableException.class);
  }

  @Test
  void shouldKeepAThreadThatGoesOnWhileThoseThatStoppedAreDeleted() throws Exception {
    Instant old = Instant.EPOCH;
    StoredThreads.put(
        store,
        new SavedThread("resumed", "g", Progress.STOPPED, "{}", old),
        new SavedPart("resumed", 1, 1, 0, "{}"));
    try (Connection other = server.getPostgresDatabase().getConnection();
        Statement statement = other.createStatement()) {
      other.setAutoCommit(false);
      statement.executeUpdate(
          "UPDATE evergraph_saved_thread SET progress = 'RUNNING' WHERE id = 'resumed'");

      CompletableFuture<Integer> deleted =
          CompletableFuture.supplyAsync(() -> elsewhere.deleteStopped(old.plusSeconds(1)));
      await().until(() -> waitsForAnother(statement));
      other.commit();

      assertThat(deleted.get(30, TimeUnit.SECONDS)).isZero();
    }
    assertThat(store.find("resumed")).isPresent();
    assertThat(store.parts("resumed")).hasSize(1);
    assertThat(store.delete("resumed")).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void shouldDeleteAThreadThoughItsCallerTakesEverythingBack(Caller caller) throws SQLException {
    DataSource database = server.getPostgresDatabase();
    JdbcCheckpointStore ofCaller = new JdbcCheckpointStore(database);
    StoredThreads.put(
        ofCaller, new SavedThread("deleted", "g", Progress.STOPPED, "{}", Instant.EPOCH));

    caller.takesBack(database, () -> assertThat(ofCaller.delete("deleted")).isTrue());

    assertThat(ofCaller.find("deleted")).isEmpty();
  }

  private static boolean waitsForAnother(Statement statement) throws SQLException {
    try (ResultSet found = statement.executeQuery("SELECT 1 FROM pg_locks WHERE NOT granted")) {
      return found.next();
    }
  }
}

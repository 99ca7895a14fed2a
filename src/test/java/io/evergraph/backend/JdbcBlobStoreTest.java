package io.evergraph.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.backend.jdbc.JdbcBlobStore;
import io.evergraph.error.BlobUnavailableException;
import io.evergraph.error.InvalidInputException;
import io.evergraph.runtime.spi.BlobReference;
import io.evergraph.runtime.spi.BlobStore;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/** On a real PostgreSQL. */
@Tag("real")
@Tag("slow")
class JdbcBlobStoreTest extends BlobStoreContract {
  private static final byte[] CONTENT = {1, 2, 3};
  private static EmbeddedPostgres server;
  private static DataSource database;
  private static JdbcBlobStore store;
  private static JdbcBlobStore elsewhere;

  @BeforeAll
  static void startServer() throws IOException {
    server = EmbeddedPostgres.builder().start();
    database = server.getPostgresDatabase();
    store = new JdbcBlobStore(database);
    elsewhere =
        JdbcBlobStore.open(server.getJdbcUrl("postgres", "postgres"), "postgres", "postgres");
  }

  @AfterAll
  static void stopServer() throws IOException {
    elsewhere.close();
    server.close();
  }

  @Override
  BlobStore store() {
    return store;
  }

  @Override
  BlobStore elsewhere() {
    return elsewhere;
  }

  @Test
  void shouldKeepOneRowPerContent() {
    BlobReference reference = store.put(CONTENT);
    elsewhere.put(CONTENT);

    long rows =
        JdbcClient.create(server.getPostgresDatabase())
            .sql("SELECT count(*) FROM evergraph_blob WHERE hash = :hash AND size = 3")
            .param("hash", reference.hash())
            .query(Long.class)
            .single();
    assertThat(rows).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource
  void shouldKeepAContentThoughItsCallerTakesEverythingBack(Caller caller) throws SQLException {
    byte[] content = {4, 5, 6, (byte) caller.ordinal()};
    caller.takesBack(database, () -> store.put(content));

    assertThat(store.get(BlobReference.of(content))).isEqualTo(content);
  }

  @Test
  void shouldSayThatTheDatabaseIsGone() {
    JdbcBlobStore closed =
        JdbcBlobStore.open(server.getJdbcUrl("postgres", "postgres"), "postgres", "postgres");
    closed.close();

    assertThatThrownBy(() -> closed.put(CONTENT)).isInstanceOf(BlobUnavailableException.class);
  }

  @Test
  void shouldSayWhichUrlsItTakes() {
    assertThatThrownBy(
            () -> JdbcBlobStore.open("jdbc:postgres://me:secret@h/d?password=secret", "", ""))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("jdbc:postgresql://host:5432/name")
        .hasMessageContaining("found jdbc:postgres://h/d.")
        .hasMessageNotContaining("secret");
  }

  /** The pool tries for half a minute. */
  @Test
  void shouldSayWhichDatabaseItNeeds() {
    assertThatThrownBy(
            () -> JdbcBlobStore.open(server.getJdbcUrl("nobody", "nothing"), "nobody", "wrong"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("a PostgreSQL database");
  }
}

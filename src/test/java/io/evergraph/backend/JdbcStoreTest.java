package io.evergraph.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.evergraph.backend.jdbc.JdbcStore;
import io.evergraph.error.InvalidInputException;
import io.evergraph.error.StoreUnavailableException;
import io.evergraph.graph.Store;
import io.evergraph.graph.StoreItem;
import io.evergraph.graph.StoreWrite;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import javax.sql.DataSource;
import org.assertj.core.util.Throwables;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** On a real PostgreSQL. */
@Tag("real")
class JdbcStoreTest extends StoreContract {
  private static EmbeddedPostgres server;
  private static JdbcStore store;
  private static JdbcStore elsewhere;

  @BeforeAll
  static void startServer() throws IOException {
    server = EmbeddedPostgres.builder().start();
    store = new JdbcStore(server.getPostgresDatabase());
    elsewhere = JdbcStore.open(server.getJdbcUrl("postgres", "postgres"), "postgres", "postgres");
  }

  @AfterAll
  static void stopServer() throws IOException {
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
  void shouldRemoveRowsOfWhatHasExpired() {
    store.put(StoreWrite.of(List.of("gone"), "k", Map.of()).expiresAfter(Duration.ofMillis(1)));

    await().until(() -> store.deleteExpired() > 0);

    assertThat(store.get(List.of("gone"), "k")).isEmpty();
  }

  @Test
  void shouldRefuseConnectionsThatCommitNothingByThemselves() {
    try (HikariDataSource pool = new HikariDataSource()) {
      pool.setJdbcUrl(server.getJdbcUrl("postgres", "postgres"));
      pool.setUsername("postgres");
      pool.setPassword("postgres");
      pool.setAutoCommit(false);

      assertThatThrownBy(() -> new JdbcStore(pool))
          .isInstanceOf(InvalidInputException.class)
          .hasMessageContaining("spring.datasource.hikari.auto-commit=true")
          .hasMessageContaining("auto-commit off");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "postgres://user:se/cret@host:5432/db",
        "postgres://user:se@cret@host:5432/db",
        "postgres://user:se?cret@host:5432/db",
        "postgres://host:5432/db?password=se@cret",
        "jdbc:nobody:user/se;cret@host:1521/db",
        "jdbc:nobody://(host=db,user=u,password=secret)/x",
        "jdbc:nobody://address=(host=db)(password=secret)/x",
        "jdbc:nobody://address=(host=db)(password=se@cret)/x",
        "postgres://host/db&password=secret",
        "host=db password=secret"
      })
  void shouldNotShowThePasswordOfAUrlWithoutADriver(String url) {
    assertThatThrownBy(() -> JdbcStore.open(url, "postgres", "postgres"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("a driver on the class path")
        .satisfies(
            failure ->
                assertThat(Throwables.getStackTrace(failure))
                    .doesNotContain("user:", "user/", "cret"));
  }

  @Test
  void shouldBeReadInATransactionThatOnlyReads() {
    List<String> names = List.of("read-only");
    DataSource database = server.getPostgresDatabase();
    JdbcStore ofCaller = new JdbcStore(database);
    ofCaller.put(names, "plain", Map.of());
    ofCaller.put(
        StoreWrite.of(names, "refreshed", Map.of()).expiresUnusedFor(Duration.ofMinutes(1)));
    TransactionTemplate reading = new TransactionTemplate(new JdbcTransactionManager(database));
    reading.setReadOnly(true);

    reading.executeWithoutResult(
        transaction -> {
          assertThat(ofCaller.get(names, "plain")).isPresent();
          assertThat(ofCaller.get(names, "refreshed")).isPresent();
          assertThat(ofCaller.get(names, "plain")).isPresent();
        });
  }

  @Test
  void shouldGiveBackWhatItsCallerHasPutAndNotYetCommitted() {
    Map<String, String> impatient = Map.of("options", "-c lock_timeout=10s");
    DataSource database = server.getDatabase("postgres", "postgres", impatient);
    JdbcStore ofCaller = new JdbcStore(database);
    StoreWrite first =
        StoreWrite.of(List.of("uncommitted"), "k", Map.of("n", 1))
            .expiresUnusedFor(Duration.ofMinutes(1));
    ofCaller.put(first);

    new TransactionTemplate(new JdbcTransactionManager(database))
        .executeWithoutResult(
            transaction -> {
              StoreItem second = ofCaller.put(first.withValue(Map.of("n", 2)));
              assertThat(ofCaller.get(List.of("uncommitted"), "k")).contains(second);
            });
  }

  @Test
  void shouldSayThatTheDatabaseIsGone() {
    JdbcStore closed =
        JdbcStore.open(server.getJdbcUrl("postgres", "postgres"), "postgres", "postgres");
    closed.close();

    assertThatThrownBy(() -> closed.put(List.of("n"), "k", Map.of()))
        .isInstanceOf(StoreUnavailableException.class);
  }

  @Test
  void shouldSayThatTheDatabaseCannotHoldWhatIsPut() {
    List<String> deep = Collections.nCopies(8, "a");
    Random random = new Random(1);
    String key =
        random
            .ints(500, 0x4e00, 0x9000)
            .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
            .toString();

    assertThatThrownBy(() -> store.put(List.of("n"), "k", Map.of("text", "a\0b")))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("'k'")
        .hasMessageNotContaining("a\\u0000b");
    assertThatThrownBy(() -> store.put(List.of(key, key), key, Map.of()))
        .isInstanceOf(InvalidInputException.class);
    store.put(deep, key, Map.of());
    assertThat(elsewhere.get(deep, key)).isPresent();
  }
}

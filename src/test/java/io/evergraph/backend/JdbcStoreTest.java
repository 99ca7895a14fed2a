package io.evergraph.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.evergraph.backend.jdbc.JdbcStore;
import io.evergraph.error.InvalidInputException;
import io.evergraph.error.StoreUnavailableException;
import io.evergraph.graph.Store;
import io.evergraph.graph.StoreWrite;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

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

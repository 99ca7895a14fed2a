package io.evergraph.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.vorburger.exec.ManagedProcessException;
import io.evergraph.backend.jdbc.JdbcCheckpointStore;
import io.evergraph.backend.jdbc.JdbcStore;
import io.evergraph.error.InvalidInputException;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.runtime.Erasure;
import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.runtime.spi.CheckpointStore;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** On a real MariaDB. */
@Tag("real")
@Tag("slow")
class MariaDbCheckpointStoreTest extends SavedThreadsContract {
  private static OwnMariaDb server;
  private static JdbcCheckpointStore store;
  private static JdbcCheckpointStore elsewhere;

  @BeforeAll
  static void startServer() throws ManagedProcessException {
    server = OwnMariaDb.begin();
    server.createDB("evergraph");
    store = open();
    elsewhere = open();
  }

  private static JdbcCheckpointStore open() {
    return open("evergraph");
  }

  private static JdbcCheckpointStore open(String name) {
    return JdbcCheckpointStore.open(url(name), "root", "");
  }

  private static String url(String name) {
    return "jdbc:mariadb://127.0.0.1:" + server.getConfiguration().getPort() + "/" + name;
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

  private static DriverManagerDataSource database(String name) {
    return new DriverManagerDataSource(url(name), "root", "");
  }

  /** Somebody chose another back-end first, which needs PostgreSQL. */
  @Test
  void shouldKeepThreadsWhereOtherTablesWereRefused() throws ManagedProcessException {
    server.createDB("refused_first");
    assertThatThrownBy(() -> JdbcStore.open(url("refused_first"), "root", ""))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("Expected a PostgreSQL database")
        .hasMessageContaining("found mariadb.");

    try (JdbcCheckpointStore threads = open("refused_first")) {
      assertThat(threads.find("any")).isEmpty();
    }
  }

  /** A file is kept of each version of the tables. */
  @Test
  void shouldReadWhatAnEarlierReleaseWrote() throws Exception {
    server.createDB("kept");
    DriverManagerDataSource kept = database("kept");
    assertThat(
            Flyway.configure()
                .dataSource(kept)
                .locations("classpath:io/evergraph/backend/mysql")
                .table("evergraph_schema_history")
                .target("22")
                .load()
                .migrate()
                .success)
        .isTrue();
    for (String insert : Files.readAllLines(Path.of("src/test/resources/kept-rows/mysql-22.sql"))) {
      assertThat(new JdbcTemplate(kept).update(insert)).isEqualTo(1);
    }

    KeptRecords.read(new JdbcCheckpointStore(kept));
  }

  /** The tables that hold a text, of all that there are. */
  private static List<String> tracesOf(String text) {
    JdbcClient client = JdbcClient.create(database("erased"));
    return client
        .sql(
            "SELECT table_name, column_name FROM information_schema.columns"
                + " WHERE table_schema = 'erased'")
        .query(
            (row, number) ->
                "SELECT '%1$s' FROM %1$s WHERE instr(CAST(%2$s AS CHAR), :text) > 0"
                    .formatted(row.getString(1), row.getString(2)))
        .list()
        .stream()
        .flatMap(sql -> client.sql(sql).param("text", text).query(String.class).list().stream())
        .distinct()
        .toList();
  }

  @Test
  void shouldLeaveNoTraceOfAnErasedUser() throws ManagedProcessException {
    server.createDB("erased");
    Channel<String> name = Channel.of("name", String.class);
    Graph graph =
        Graph.builder("erased")
            .channels(name)
            .node("note", context -> Command.none())
            .edge(Graph.START, "note")
            .build();
    try (JdbcCheckpointStore empty = open("erased");
        InMemoryRuntime runtime =
            InMemoryRuntime.builder(GraphRegistry.of(graph)).checkpoints(empty).build()) {
      RunOptions anns = RunOptions.builder().metadata(Map.of("user", "ann")).build();
      StateUpdate mark = StateUpdate.of(name, "mark-of-ann");
      runtime.start(graph, ThreadId.random(), mark, anns).await();
      await()
          .untilAsserted(
              () -> assertThat(tracesOf("mark-of-ann")).containsExactly("evergraph_saved_part"));

      assertThat(Erasure.on(runtime).user("ann", List.of()).isComplete()).isTrue();

      assertThat(tracesOf("mark-of-ann")).isEmpty();
    }
  }

  @Test
  void shouldSayWhichDatabaseItIs() {
    assertThat(store.kind()).isEqualTo("mariadb");
  }
}

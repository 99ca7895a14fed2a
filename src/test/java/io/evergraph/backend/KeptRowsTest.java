package io.evergraph.backend;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.backend.jdbc.JdbcBlobStore;
import io.evergraph.backend.jdbc.JdbcCheckpointStore;
import io.evergraph.backend.jdbc.JdbcEventBus;
import io.evergraph.backend.jdbc.JdbcNodeCache;
import io.evergraph.backend.jdbc.JdbcStore;
import io.evergraph.backend.jdbc.JdbcTaskRecords;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * This release reads the rows that earlier ones wrote into PostgreSQL: a file is kept of each
 * version of the tables. With {@code -Dformat.record=true} the newest is written anew, before it is
 * released.
 */
@Tag("real")
class KeptRowsTest {
  private static final Path FILES = Path.of("src/test/resources/kept-rows");
  private static final List<String> TABLES =
      List.of(
          "evergraph_saved_thread",
          "evergraph_saved_part",
          "evergraph_store",
          "evergraph_task",
          "evergraph_node_cache",
          "evergraph_blob",
          "evergraph_emission");

  /** What goes by itself after a time is kept as if it did not. */
  private static final Map<String, String> LASTING =
      Map.of(
          "evergraph_node_cache", "{\"expires_at\":\"infinity\"}",
          "evergraph_emission", "{\"emitted_at\":\"infinity\"}");

  private static final String MIGRATIONS = "src/main/resources/io/evergraph/backend/jdbc";

  static List<String> versions() throws IOException {
    try (Stream<Path> files = Files.list(FILES)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.startsWith("postgresql-"))
          .map(name -> name.replaceAll("\\D", ""))
          .toList();
    }
  }

  private static String newest() throws IOException {
    try (Stream<Path> files = Files.list(Path.of(MIGRATIONS))) {
      return ""
          + files
              .map(file -> file.getFileName().toString().replaceAll("V(\\d+)__.*", "$1"))
              .mapToInt(Integer::parseInt)
              .max()
              .orElseThrow();
    }
  }

  private static Path file(String version) {
    return FILES.resolve("postgresql-" + version + ".sql");
  }

  private static void migrate(DataSource database, String version) {
    assertThat(
            Flyway.configure()
                .dataSource(database)
                .locations("classpath:io/evergraph/backend/jdbc")
                .table("evergraph_schema_history")
                .target(version)
                .load()
                .migrate()
                .success)
        .isTrue();
  }

  private static void record(DataSource database) throws IOException {
    KeptRecords.write(new JdbcCheckpointStore(database));
    KeptRecords.write(new JdbcStore(database));
    KeptRecords.write(new JdbcTaskRecords(database));
    KeptRecords.write(new JdbcNodeCache(database));
    KeptRecords.write(new JdbcBlobStore(database));
    try (JdbcEventBus bus = new JdbcEventBus(database)) {
      KeptRecords.write(bus);
    }
    StringBuilder inserts = new StringBuilder();
    for (String table : TABLES) {
      JdbcClient.create(database)
          .sql("SELECT (to_jsonb(r) || :lasting::jsonb)::text FROM " + table + " r ORDER BY 1")
          .param("lasting", LASTING.getOrDefault(table, "{}"))
          .query(String.class)
          .list()
          .forEach(row -> inserts.append(insert(table, row)));
    }
    Files.createDirectories(FILES);
    Files.writeString(file(newest()), inserts);
  }

  private static String insert(String table, String row) {
    return "INSERT INTO %1$s SELECT * FROM jsonb_populate_record(NULL::%1$s, '%2$s');%n"
        .formatted(table, row.replace("'", "''"));
  }

  @Test
  void shouldHaveAFileOfTheNewestVersion() throws Exception {
    if (Boolean.getBoolean("format.record")) {
      try (EmbeddedPostgres server = EmbeddedPostgres.builder().start()) {
        record(server.getPostgresDatabase());
      }
    }
    assertThat(file(newest())).exists();
  }

  @ParameterizedTest
  @MethodSource("versions")
  void shouldReadWhatAnEarlierReleaseWrote(String version) throws Exception {
    try (EmbeddedPostgres server = EmbeddedPostgres.builder().start()) {
      DataSource database = server.getPostgresDatabase();
      migrate(database, version);
      new JdbcTemplate(database).execute(Files.readString(file(version)));

      KeptRecords.read(new JdbcCheckpointStore(database));
      KeptRecords.read(new JdbcStore(database));
      KeptRecords.read(new JdbcTaskRecords(database));
      KeptRecords.read(new JdbcNodeCache(database));
      KeptRecords.read(new JdbcBlobStore(database));
      try (JdbcEventBus bus = new JdbcEventBus(database)) {
        KeptRecords.read(bus);
      }
    }
  }
}

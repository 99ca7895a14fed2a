package io.evergraph.temporal;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.backend.jdbc.JdbcBlobStore;
import io.evergraph.backend.jdbc.JdbcCheckpointStore;
import io.evergraph.backend.jdbc.JdbcStore;
import io.evergraph.backend.jdbc.JdbcTaskRecords;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.spi.BlobReference;
import io.evergraph.runtime.spi.CheckpointStore;
import io.evergraph.runtime.spi.TaskRecord;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.sql.Connection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.postgresql.PGConnection;
import org.springframework.jdbc.core.simple.JdbcClient;

/** A copy of the tables of PostgreSQL is a backup, for an empty database. */
@Tag("real")
@Tag("slow")
class PostgresBackupTest extends BackupContract {
  /** Those that hold what cannot be made again, as the documents name them. */
  private static final List<String> TABLES =
      List.of(
          "evergraph_saved_thread",
          "evergraph_saved_part",
          "evergraph_store",
          "evergraph_task",
          "evergraph_blob");

  private EmbeddedPostgres server;

  @BeforeEach
  void startServer() throws IOException {
    server = EmbeddedPostgres.builder().start();
  }

  @AfterEach
  void stopServer() throws IOException {
    server.close();
  }

  private DataSource source() {
    return server.getPostgresDatabase();
  }

  private DataSource target() {
    return server.getDatabase("postgres", "restored");
  }

  private static void copy(DataSource from, DataSource into) throws Exception {
    Map<String, String> files = new LinkedHashMap<>();
    try (Connection source = from.getConnection()) {
      PGConnection reader = source.unwrap(PGConnection.class);
      for (String table : TABLES) {
        StringWriter file = new StringWriter();
        reader.getCopyAPI().copyOut("COPY " + table + " TO STDOUT (FORMAT csv)", file);
        files.put(table, file.toString());
      }
    }
    try (Connection target = into.getConnection()) {
      PGConnection writer = target.unwrap(PGConnection.class);
      for (String table : TABLES) {
        String sql = "COPY " + table + " FROM STDIN (FORMAT csv)";
        assertThat(writer.getCopyAPI().copyIn(sql, new StringReader(files.get(table))))
            .as(table)
            .isPositive();
      }
    }
  }

  @Override
  CheckpointStore store() {
    return new JdbcCheckpointStore(source());
  }

  @Override
  CheckpointStore restored() throws Exception {
    JdbcClient.create(source()).sql("CREATE DATABASE restored").update();
    JdbcCheckpointStore restored = new JdbcCheckpointStore(target());
    copy(source(), target());
    return restored;
  }

  @Override
  void leaveOthers() {
    new JdbcStore(source()).put(List.of("ann"), "note", Map.of("is", "kept"));
    UserMarks.task(new JdbcTaskRecords(source()), ThreadId.of("of-a-task"), "ann");
    BlobReference unused = new JdbcBlobStore(source()).put(new byte[] {0, 1, 2});
  }

  @Override
  void assertThatTheOthersAreThere() {
    TaskRecord task = new JdbcTaskRecords(target()).find("of-a-task").orElseThrow();
    assertThat(task.input()).containsEntry("name", "ann");
    assertThat(new JdbcStore(target()).get(List.of("ann"), "note").orElseThrow().value())
        .isEqualTo(Map.of("is", "kept"));
    JdbcBlobStore blobs = new JdbcBlobStore(target());
    assertThat(blobs.references()).hasSize(1);
    assertThat(blobs.get(blobs.references().iterator().next())).containsExactly(0, 1, 2);
  }
}

package io.evergraph.temporal;

import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.evergraph.backend.jdbc.JdbcBlobStore;
import io.evergraph.backend.jdbc.JdbcCheckpointStore;
import io.evergraph.backend.jdbc.JdbcStore;
import io.evergraph.backend.jdbc.JdbcTaskRecords;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Question;
import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.HistoryEntry;
import io.evergraph.runtime.HistoryQuery;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadSnapshot;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.runtime.spi.BlobReference;
import io.evergraph.runtime.spi.CheckpointStore;
import io.evergraph.runtime.spi.SavedThread;
import io.evergraph.runtime.spi.SavedThread.Progress;
import io.evergraph.runtime.spi.TaskRecord;
import io.evergraph.state.ListChannel;
import io.evergraph.state.StateUpdate;
import io.evergraph.temporal.connection.TemporalOptions;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.StringReader;
import java.io.StringWriter;
import java.sql.Connection;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;
import org.springframework.jdbc.core.simple.JdbcClient;

/** A copy of the tables is a backup: threads go on from it in an empty database. */
@Tag("real")
@Tag("slow")
class BackupTest {
  private static final Duration LONGEST = Duration.ofSeconds(60);

  /** Those that hold what cannot be made again, as the documents name them. */
  private static final List<String> TABLES =
      List.of(
          "evergraph_saved_thread",
          "evergraph_saved_part",
          "evergraph_store",
          "evergraph_task",
          "evergraph_blob");

  private static final ListChannel<String> LOG = ListChannel.append("log", String.class);
  private static final Graph GRAPH =
      Graph.builder("asking")
          .channels(LOG)
          .node("first", context -> Command.update(LOG, "first, \"quoted\"\n\\N é"))
          .node("ask", context -> Command.update(LOG, "" + context.interrupt(Question.of("On?"))))
          .edge(START, "first")
          .edge("first", "ask")
          .build();

  private final ThreadId memory = ThreadId.of("in-memory");
  private final ThreadId temporal = ThreadId.of("on-temporal");

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

  private static InMemoryRuntime inMemory(CheckpointStore store) {
    return InMemoryRuntime.builder(GraphRegistry.of(GRAPH)).checkpoints(store).build();
  }

  private static TemporalHouse onTemporal(CheckpointStore store) {
    TemporalOptions options =
        TemporalOptions.builder()
            .checkpoints(new TemporalOptions.Checkpoints(store, Duration.ofDays(1), null))
            .build();
    return TemporalHouse.on(EmbeddedTemporal.start(options, StateCodec.create()), GRAPH);
  }

  private static void awaitSaved(CheckpointStore store, ThreadId thread) {
    await()
        .atMost(LONGEST)
        .until(
            () ->
                store
                    .find(thread.value())
                    .map(SavedThread::progress)
                    .equals(Optional.of(Progress.STOPPED)));
  }

  private static void leaveOthers(DataSource database) {
    new JdbcStore(database).put(List.of("ann"), "note", Map.of("is", "kept"));
    UserMarks.task(new JdbcTaskRecords(database), ThreadId.of("of-a-task"), "ann");
    BlobReference unused = new JdbcBlobStore(database).put(new byte[] {0, 1, 2});
  }

  @Test
  void shouldGoOnFromACopyInAnEmptyDatabase() throws Exception {
    try (EmbeddedPostgres server = EmbeddedPostgres.builder().start()) {
      DataSource source = server.getPostgresDatabase();
      JdbcCheckpointStore saved = new JdbcCheckpointStore(source);
      ThreadSnapshot before;
      ThreadSnapshot beforeOnTemporal;
      List<HistoryEntry> history;
      try (InMemoryRuntime runtime = inMemory(saved);
          TemporalHouse house = onTemporal(saved)) {
        before = runtime.start(GRAPH, memory, StateUpdate.empty()).await().snapshot();
        history = runtime.history(memory, HistoryQuery.all());
        beforeOnTemporal =
            house
                .runtime()
                .start("asking", temporal, StateUpdate.empty(), RunOptions.defaults())
                .await(LONGEST)
                .snapshot();
        awaitSaved(saved, memory);
        awaitSaved(saved, temporal);
      }
      leaveOthers(source);
      JdbcClient.create(source).sql("CREATE DATABASE restored").update();
      DataSource target = server.getDatabase("postgres", "restored");
      JdbcCheckpointStore restored = new JdbcCheckpointStore(target);

      copy(source, target);

      assertThatTheRestIsThere(target);
      assertThatThreadsGoOn(restored, before, history, beforeOnTemporal);
    }
  }

  private void assertThatThreadsGoOn(
      CheckpointStore restored,
      ThreadSnapshot before,
      List<HistoryEntry> history,
      ThreadSnapshot beforeOnTemporal)
      throws Exception {
    try (TemporalHouse house = onTemporal(restored)) {
      assertThat(house.runtime().snapshot(temporal).state()).isEqualTo(beforeOnTemporal.state());
      assertThat(house.runtime().snapshot(temporal).interrupts())
          .isEqualTo(beforeOnTemporal.interrupts());
      RunResult after = house.runtime().answer(temporal, Answer.single("yes")).await(LONGEST);
      assertThat(after.status()).isEqualTo(RunStatus.FINISHED);
      assertThat(after.state().get(LOG)).hasSize(2).endsWith("yes");
    }
    restored.delete(temporal.value());
    try (InMemoryRuntime runtime = inMemory(restored)) {
      assertThat(runtime.snapshot(memory)).isEqualTo(before);
      assertThat(runtime.history(memory, HistoryQuery.all())).isEqualTo(history);
      RunResult after = runtime.answer(memory, Answer.single("yes")).await();
      assertThat(after.status()).isEqualTo(RunStatus.FINISHED);
      assertThat(after.state().get(LOG)).hasSize(2).endsWith("yes");
    }
  }

  private static void assertThatTheRestIsThere(DataSource database) {
    TaskRecord task = new JdbcTaskRecords(database).find("of-a-task").orElseThrow();
    assertThat(task.input()).containsEntry("name", "ann");
    assertThat(new JdbcStore(database).get(List.of("ann"), "note").orElseThrow().value())
        .isEqualTo(Map.of("is", "kept"));
    JdbcBlobStore blobs = new JdbcBlobStore(database);
    assertThat(blobs.references()).hasSize(1);
    assertThat(blobs.get(blobs.references().iterator().next())).containsExactly(0, 1, 2);
  }
}

package io.evergraph.temporal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.evergraph.backend.OwnRedis;
import io.evergraph.backend.jdbc.JdbcBlobStore;
import io.evergraph.backend.jdbc.JdbcEventBus;
import io.evergraph.backend.jdbc.JdbcTaskRecords;
import io.evergraph.backend.redis.RedisCheckpointStore;
import io.evergraph.backend.redis.RedisNodeCache;
import io.evergraph.backend.redis.RedisStore;
import io.evergraph.runtime.Erasure;
import io.evergraph.runtime.ErasureReport;
import io.evergraph.runtime.ErasureReport.Outcome;
import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.temporal.connection.TemporalOptions;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Each kind of place in the other back-end than {@link ErasureTest} has it in. */
@Tag("real")
class ErasureElsewhereTest {
  private static final Duration LONGEST = Duration.ofSeconds(60);
  private static final String MARK = "mark-of-ann";

  private final ThreadId anns = ThreadId.random();
  private final ThreadId bobs = ThreadId.random();

  @Test
  void shouldLeaveNoTraceInTheOtherBackEnds() throws Exception {
    try (EmbeddedPostgres postgres = EmbeddedPostgres.builder().start();
        OwnRedis redis = OwnRedis.start();
        JdbcEventBus bus = new JdbcEventBus(postgres.getPostgresDatabase());
        RedisStore store = RedisStore.open(redis.url());
        RedisNodeCache cache = RedisNodeCache.open(redis.url());
        RedisCheckpointStore checkpoints = RedisCheckpointStore.open(redis.url())) {
      DataSource database = postgres.getPostgresDatabase();
      JdbcTaskRecords tasks = new JdbcTaskRecords(database);
      TemporalOptions options =
          TemporalOptions.builder()
              .bus(bus)
              .store(store)
              .cache(cache)
              .checkpoints(checkpoints)
              .blobs(new JdbcBlobStore(database))
              .inlineBytes(10_000)
              .build();
      Traces traces = new Traces(MARK, database, URI.create(redis.url()).getPort());
      try (TemporalHouse house =
          TemporalHouse.on(
              EmbeddedTemporal.start(options, StateCodec.create()), UserMarks.graph())) {
        UserMarks.run(house, anns, MARK);
        UserMarks.run(house, bobs, "bob");
        UserMarks.task(tasks, anns, MARK);
        await().atMost(LONGEST).untilAsserted(() -> assertThatMarksAreEverywhere(traces));

        ErasureReport report = erasedByOneWhoKnowsNoGraph(house, store, tasks);

        assertThat(report.threads()).containsExactly(anns);
        assertThat(report.entries()).noneMatch(it -> it.outcome() == Outcome.UNREACHED);
        assertThat(traces.inDatabase()).isEmpty();
        assertThat(traces.inRedis()).isEmpty();
        assertThat(house.runtime().snapshot(bobs).state().get(UserMarks.LARGE)).startsWith("bob ");
      }
    }
  }

  private static ErasureReport erasedByOneWhoKnowsNoGraph(
      TemporalHouse house, RedisStore store, JdbcTaskRecords tasks) {
    try (TemporalRuntime runtime = new TemporalRuntime(house.connection(), GraphRegistry.of())) {
      Erasure erasure = Erasure.on(runtime).store(store).tasks(tasks);
      return erasure.user(UserMarks.user(MARK), List.of());
    }
  }

  private static void assertThatMarksAreEverywhere(Traces traces) {
    assertThat(traces.inDatabase())
        .contains("evergraph_blob", "evergraph_emission", "evergraph_task");
    assertThat(traces.inRedis())
        .anyMatch(key -> key.startsWith("{evergraph.threads}:parts:"))
        .anyMatch(key -> key.startsWith("{evergraph.store}:item:"))
        .anyMatch(key -> key.startsWith("evergraph.cache:"));
  }
}

package io.evergraph.temporal;

import static io.evergraph.runtime.ErasureReport.Place.BLOBS;
import static io.evergraph.runtime.ErasureReport.Place.HISTORY;
import static io.evergraph.runtime.ErasureReport.Place.NODE_CACHE;
import static io.evergraph.runtime.ErasureReport.Place.STORE;
import static io.evergraph.runtime.ErasureReport.Place.TASKS;
import static io.evergraph.temporal.UserMarks.LARGE;
import static io.evergraph.temporal.UserMarks.NAME;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.evergraph.Ports;
import io.evergraph.backend.OwnRedis;
import io.evergraph.backend.file.FileBlobStore;
import io.evergraph.backend.jdbc.JdbcCheckpointStore;
import io.evergraph.backend.jdbc.JdbcNodeCache;
import io.evergraph.backend.jdbc.JdbcStore;
import io.evergraph.backend.jdbc.JdbcTaskRecords;
import io.evergraph.backend.redis.RedisEventBus;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Question;
import io.evergraph.runtime.BlobCleanUp;
import io.evergraph.runtime.Erasure;
import io.evergraph.runtime.ErasureReport;
import io.evergraph.runtime.ErasureReport.Entry;
import io.evergraph.runtime.ErasureReport.Outcome;
import io.evergraph.runtime.ErasureReport.Place;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.Schedule;
import io.evergraph.runtime.ScheduleTiming;
import io.evergraph.runtime.ScheduleView.Firing;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.runtime.spi.BlobReference;
import io.evergraph.runtime.spi.BlobStore;
import io.evergraph.state.StateUpdate;
import io.evergraph.temporal.connection.TemporalConnection;
import io.evergraph.temporal.connection.TemporalOptions;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A user who has left marks in every place of a real server, PostgreSQL, Redis and a folder. */
@Tag("real")
@Tag("slow")
class ErasureTest {
  private static final Duration LONGEST = Duration.ofSeconds(90);
  private static final String MARK = "mark-of-ann";
  private static final String LONG = "long ".repeat(10_000);
  private static final String SHARED = "shared ".repeat(40_000);

  private static final Graph ASKING =
      Graph.builder("asking")
          .channels(NAME, LARGE)
          .node(
              "ask",
              context -> {
                context.interrupt(Question.of("Go on?"));
                return Command.update(NAME, "read " + context.state().get(LARGE).length());
              })
          .edge(Graph.START, "ask")
          .build();

  @TempDir private static Path folder;
  private static EmbeddedPostgres postgres;
  private static OwnRedis redis;
  private static int port;
  private static RedisEventBus bus;
  private static JdbcStore store;
  private static JdbcTaskRecords tasks;
  private static TemporalHouse house;

  private final ThreadId anns = ThreadId.random();
  private final ThreadId bobs = ThreadId.random();

  @BeforeAll
  static void start() throws Exception {
    RealTemporal.namespace("erasure");
    postgres = EmbeddedPostgres.builder().start();
    port = Ports.free();
    redis = OwnRedis.start(port);
    DataSource database = postgres.getPostgresDatabase();
    bus = RedisEventBus.open("redis://127.0.0.1:" + port);
    store = new JdbcStore(database);
    tasks = new JdbcTaskRecords(database);
    house = open();
  }

  /** A process of its own: it holds nothing of what another has read. */
  private static TemporalHouse open() {
    DataSource database = postgres.getPostgresDatabase();
    TemporalOptions options =
        TemporalOptions.builder()
            .target(RealTemporal.address())
            .namespace("erasure")
            .connectTimeout(LONGEST)
            .taskQueue("erasure")
            .bus(bus)
            .store(store)
            .cache(new JdbcNodeCache(database))
            .checkpoints(new JdbcCheckpointStore(database))
            .blobs(new FileBlobStore(folder))
            .inlineBytes(10_000)
            .build();
    return TemporalHouse.on(
        TemporalConnection.open(options, StateCodec.create()), UserMarks.graph(), ASKING);
  }

  @AfterAll
  static void stop() throws Exception {
    house.close();
    bus.close();
    redis.close();
    postgres.close();
  }

  private void leaveMarks() throws Exception {
    UserMarks.run(house, anns, MARK);
    UserMarks.run(house, bobs, "bob");
    UserMarks.task(tasks, anns, MARK);
    await()
        .atMost(LONGEST)
        .untilAsserted(
            () -> {
              assertThat(traces().inDatabase()).contains("evergraph_saved_part");
              assertThat(traces().inDatabase())
                  .contains("evergraph_store", "evergraph_node_cache", "evergraph_task");
              assertThat(traces().inRedis()).isNotEmpty();
              assertThat(traces().inFiles(folder)).isNotEmpty();
              assertThat(traces().inHistories(house.connection())).isNotEmpty();
            });
  }

  private static Traces traces() {
    return new Traces(MARK, postgres.getPostgresDatabase(), port);
  }

  private static Erasure erasure() {
    return Erasure.on(house.runtime()).store(store).tasks(tasks);
  }

  private static int removed(ErasureReport report, Place place) {
    return report.entries().stream()
        .filter(it -> it.place() == place && it.outcome() == Outcome.REMOVED)
        .mapToInt(Entry::count)
        .sum();
  }

  @Test
  void shouldLeaveNoTraceOfAUserAndAllOfOthers() throws Exception {
    leaveMarks();
    String user = UserMarks.user(MARK);

    ErasureReport plan = erasure().dryRun(true).user(user, List.of());
    assertThat(traces().inDatabase()).contains("evergraph_store", "evergraph_task");
    ErasureReport done = erasure().user(user, List.of());
    ErasureReport again = erasure().user(user, List.of());

    assertThat(plan.threads()).containsExactly(anns);
    assertThat(plan.entries()).allMatch(it -> it.outcome() != Outcome.UNREACHED);
    assertThat(done.threads()).containsExactly(anns);
    assertThat(done.entries()).noneMatch(it -> it.outcome() == Outcome.UNREACHED);
    assertThat(removed(done, HISTORY)).isEqualTo(1);
    assertThat(removed(done, BLOBS)).isPositive();
    assertThat(removed(done, STORE)).isEqualTo(1);
    assertThat(removed(plan, TASKS)).isEqualTo(removed(done, TASKS)).isEqualTo(1);
    assertThat(removed(done, NODE_CACHE)).isPositive();
    assertThat(again.entries()).allMatch(it -> it.count() == 0);
    assertThat(traces().inDatabase()).isEmpty();
    assertThat(traces().inRedis()).isEmpty();
    assertThat(traces().inFiles(folder)).isEmpty();
    await()
        .atMost(LONGEST)
        .untilAsserted(() -> assertThat(traces().inHistories(house.connection())).isEmpty());
    assertThat(house.runtime().snapshot(bobs).state().get(LARGE)).startsWith("bob ");
  }

  @Test
  void shouldCleanUpWhatNothingNamesAndGoOnInAnotherProcess() throws Exception {
    BlobStore blobs = new FileBlobStore(folder);
    RunOptions options = RunOptions.defaults();
    house.runtime().start("asking", anns, StateUpdate.of(LARGE, LONG), options).await(LONGEST);
    Schedule daily =
        Schedule.of(
                "clean-up-" + anns.value(), "asking", ScheduleTiming.every(Duration.ofDays(300)))
            .withInput(StateUpdate.of(LARGE, "scheduled ".repeat(2_000)));
    house.runtime().schedules().create(daily);
    Set<BlobReference> needed = blobs.references();
    StateUpdate other = StateUpdate.of(LARGE, "deleted ".repeat(2_000));
    house.runtime().start("asking", bobs, other, options).await(LONGEST);
    Set<BlobReference> ofDeleted = new HashSet<>(blobs.references());
    ofDeleted.removeAll(needed);
    house.runtime().delete(bobs);
    Instant later = Instant.now().plus(Duration.ofDays(2));

    await()
        .atMost(LONGEST)
        .untilAsserted(
            () -> {
              BlobCleanUp.of(house.runtime(), blobs).store(store).tasks(tasks).run(later);
              assertThat(blobs.references()).doesNotContainAnyElementsOf(ofDeleted);
            });

    assertThat(ofDeleted).isNotEmpty();
    assertThat(blobs.references()).containsAll(needed);
    house.runtime().schedules().delete(daily.id());
    BlobCleanUp.of(house.runtime(), blobs).store(store).tasks(tasks).run(later);
    assertThat(new Traces("scheduled ", postgres.getPostgresDatabase(), port).inFiles(folder))
        .isEmpty();
    house.close();
    house = open();
    assertThat(house.runtime().answer(anns, Answer.single("yes")).await(LONGEST).state().get(NAME))
        .isEqualTo("read " + LONG.length());
  }

  @Test
  void shouldKeepALargeValueUntilTheLastThreadThatHoldsItIsErased() throws Exception {
    UserMarks.run(house, anns, StateUpdate.of(NAME, "carol").with(LARGE, SHARED), "same");
    UserMarks.run(house, bobs, StateUpdate.of(NAME, "carol").with(LARGE, SHARED), "same");
    Traces shared = new Traces(SHARED, postgres.getPostgresDatabase(), port);
    assertThat(shared.inFiles(folder)).hasSize(1);

    ErasureReport first = erasure().thread(anns);
    assertThat(first.entries())
        .anyMatch(it -> it.place() == BLOBS && it.outcome() == Outcome.SHARED && it.count() == 1);
    assertThat(shared.inFiles(folder)).hasSize(1);
    assertThat(house.runtime().events(bobs, 1)).isNotEmpty();

    ErasureReport last = erasure().thread(bobs);
    assertThat(last.entries()).noneMatch(it -> it.outcome() == Outcome.SHARED);
    assertThat(shared.inFiles(folder)).isEmpty();
  }

  private static Firing begun(String schedule, int runs) throws Exception {
    house.runtime().schedules().trigger(schedule);
    Firing last =
        await()
            .atMost(LONGEST)
            .until(
                () -> house.runtime().schedules().get(schedule).recent(), it -> it.size() == runs)
            .get(runs - 1);
    assertThat(house.runtime().run(last.thread(), last.runId()).await(LONGEST).status())
        .isEqualTo(RunStatus.WAITING);
    return last;
  }

  @Test
  void shouldKeepALargeValueThatAScheduleBeginsItsNextRunsWith() throws Exception {
    String input = "planned ".repeat(2_000);
    Schedule rarely =
        Schedule.of("planned-" + anns.value(), "asking", ScheduleTiming.every(Duration.ofDays(300)))
            .withInput(StateUpdate.of(LARGE, input))
            .withOverlap(Schedule.Overlap.ALLOW_ALL);
    house.runtime().schedules().create(rarely);
    Firing first = begun(rarely.id(), 1);

    ErasureReport report = erasure().thread(first.thread());

    assertThat(report.entries()).noneMatch(it -> it.outcome() == Outcome.UNREACHED);
    assertThat(report.entries())
        .anyMatch(it -> it.place() == BLOBS && it.outcome() == Outcome.SHARED);
    assertThat(new Traces("planned ", postgres.getPostgresDatabase(), port).inFiles(folder))
        .isNotEmpty();
    // threads of one second would have one name
    await().atMost(LONGEST).until(() -> Instant.now().isAfter(first.planned().plusSeconds(1)));
    Firing second = begun(rarely.id(), 2);
    house.runtime().schedules().delete(rarely.id());
    Answer yes = Answer.single("yes");
    assertThat(house.runtime().answer(second.thread(), yes).await(LONGEST).state().get(NAME))
        .isEqualTo("read " + input.length());
  }
}

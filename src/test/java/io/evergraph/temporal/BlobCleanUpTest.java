package io.evergraph.temporal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.agent.hook.StoredMedia;
import io.evergraph.backend.StoredThreads;
import io.evergraph.backend.file.FileBlobStore;
import io.evergraph.backend.jdbc.JdbcBlobStore;
import io.evergraph.backend.jdbc.JdbcStore;
import io.evergraph.error.InvalidInputException;
import io.evergraph.error.StoreUnavailableException;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Question;
import io.evergraph.llm.message.Part;
import io.evergraph.runtime.BlobCleanUp;
import io.evergraph.runtime.BlobCleanUp.Report;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.runtime.spi.BlobReference;
import io.evergraph.runtime.spi.BlobStore;
import io.evergraph.runtime.spi.LocalBlobStore;
import io.evergraph.runtime.spi.LocalCheckpointStore;
import io.evergraph.runtime.spi.LocalNodeCache;
import io.evergraph.runtime.spi.LocalStore;
import io.evergraph.runtime.spi.LocalTaskRecords;
import io.evergraph.runtime.spi.NodeCache;
import io.evergraph.runtime.spi.SavedThread;
import io.evergraph.runtime.spi.TaskRecord;
import io.evergraph.runtime.spi.TaskState;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import io.evergraph.temporal.connection.TemporalOptions;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Large values of every store outlive a clean-up exactly when something names them. */
@Tag("real")
@Tag("slow")
class BlobCleanUpTest {
  private static final Duration LONGEST = Duration.ofSeconds(60);
  private static final Channel<String> TEXT = Channel.of("text", String.class);
  private static final Channel<Integer> SIZE = Channel.of("size", Integer.class);
  private static final Graph ASKING =
      Graph.builder("asking")
          .channels(TEXT, SIZE)
          .node(
              "ask",
              context -> {
                context.interrupt(Question.of("Go on?"));
                return Command.update(SIZE, context.state().get(TEXT).length());
              })
          .edge(Graph.START, "ask")
          .build();

  @TempDir private Path folder;
  private static EmbeddedPostgres postgres;
  private final LocalStore store = new LocalStore();
  private final LocalTaskRecords tasks = new LocalTaskRecords();
  private final LocalNodeCache cache = new LocalNodeCache();
  private final LocalCheckpointStore checkpoints = new LocalCheckpointStore();

  @BeforeAll
  static void start() throws IOException {
    postgres = EmbeddedPostgres.builder().start();
  }

  @AfterAll
  static void stop() throws IOException {
    postgres.close();
  }

  private BlobStore blobs(String kind) {
    return switch (kind) {
      case "memory" -> new LocalBlobStore();
      case "file" -> new FileBlobStore(folder);
      default -> new JdbcBlobStore(postgres.getPostgresDatabase());
    };
  }

  private TemporalHouse house(BlobStore blobs) {
    TemporalOptions options =
        TemporalOptions.builder()
            .blobs(blobs)
            .inlineBytes(10_000)
            .store(store)
            .cache(cache)
            .checkpoints(checkpoints)
            .build();
    return TemporalHouse.on(EmbeddedTemporal.start(options, StateCodec.create()), ASKING);
  }

  private static RunResult start(TemporalHouse house, ThreadId thread, String text)
      throws Exception {
    return house
        .runtime()
        .start(ASKING, thread, StateUpdate.of(TEXT, text), RunOptions.defaults())
        .await(LONGEST);
  }

  private BlobCleanUp cleanUp(TemporalHouse house, BlobStore blobs) {
    return BlobCleanUp.of(house.runtime(), blobs).store(store).tasks(tasks);
  }

  private static Part.Media media(BlobStore blobs, String content) {
    byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
    return StoredMedia.in(blobs).put(Part.Kind.IMAGE, "image/png", bytes, "");
  }

  private static BlobReference of(String content) {
    return BlobReference.of(content.getBytes(StandardCharsets.UTF_8));
  }

  /** Names four contents in four places beside threads. */
  private void nameElsewhere(BlobStore blobs) {
    Instant now = Instant.now();
    store.put(List.of("ann"), "photo", Map.of("of", media(blobs, "in an item").uri()));
    tasks.create(
        new TaskRecord(
            "t",
            "asking",
            "ann",
            "t",
            "r",
            Map.of("photo", media(blobs, "in a task").uri()),
            Map.of(),
            TaskState.FAILED,
            null,
            now,
            now));
    cache.put(
        new NodeCache.Key("asking", "ask", "0"),
        "[\"" + media(blobs, "in a cached result").uri() + "\"]",
        Optional.empty());
    String head = "{\"of\":\"" + media(blobs, "in a saved thread").uri() + "\"}";
    StoredThreads.put(
        checkpoints, new SavedThread("saved", "", SavedThread.Progress.ENDED, head, now));
  }

  @ParameterizedTest
  @ValueSource(strings = {"memory", "file", "jdbc"})
  void shouldRemoveWhatNothingNamesAndNothingElse(String kind) throws Exception {
    BlobStore blobs = blobs(kind);
    ThreadId open = ThreadId.random();
    ThreadId ended = ThreadId.random();
    ThreadId gone = ThreadId.random();
    Instant later = Instant.now().plus(Duration.ofDays(2));
    try (TemporalHouse house = house(blobs)) {
      String text = "x".repeat(30_000) + media(blobs, "in a large value").uri();
      start(house, open, text);
      house
          .runtime()
          .start(
              "asking",
              ended,
              StateUpdate.of(TEXT, "e".repeat(30_000)),
              RunOptions.builder().alone().build())
          .await(LONGEST);
      house.runtime().answer(ended, Answer.single("yes")).await(LONGEST);
      nameElsewhere(blobs);
      Set<BlobReference> named = blobs.references();
      start(house, gone, "g".repeat(30_000));
      house.runtime().delete(gone);
      media(blobs, "nobody's");

      Report recent = cleanUp(house, blobs).run(Instant.now());
      Report plan = cleanUp(house, blobs).dryRun(true).run(later);
      Set<BlobReference> before = blobs.references();
      Report done = cleanUp(house, blobs).run(later);

      assertThat(recent.removed()).isZero();
      assertThat(recent.recent()).isEqualTo(before.size() - named.size());
      assertThat(plan).isEqualTo(new Report(true, done.removed(), named.size(), 0));
      assertThat(before).contains(of("nobody's")).containsAll(named);
      assertThat(done.removed()).isEqualTo(before.size() - named.size()).isGreaterThan(1);
      assertThat(blobs.references())
          .isEqualTo(named)
          .contains(
              of("in a large value"),
              of("in an item"),
              of("in a task"),
              of("in a cached result"),
              of("in a saved thread"));
      house.forgetStates();
      assertThat(
              house.runtime().answer(open, Answer.single("yes")).await(LONGEST).state().get(SIZE))
          .isEqualTo(text.length());
    } finally {
      blobs.references().forEach(blobs::delete);
    }
  }

  @Test
  void shouldKeepWhatThreadsInMemoryName() {
    BlobStore blobs = new LocalBlobStore();
    Instant later = Instant.now().plus(Duration.ofDays(2));
    ThreadId thread = ThreadId.random();
    try (InMemoryRuntime runtime = InMemoryRuntime.of(ASKING)) {
      StateUpdate photo = StateUpdate.of(TEXT, media(blobs, "in memory").uri());
      runtime.start(ASKING, thread, photo).await();
      media(blobs, "nobody's");

      assertThat(BlobCleanUp.of(runtime, blobs).run(later)).isEqualTo(new Report(false, 1, 1, 0));
      assertThat(blobs.references()).containsExactly(of("in memory"));

      runtime.delete(thread);
      assertThat(BlobCleanUp.of(runtime, blobs).run(later)).isEqualTo(new Report(false, 1, 0, 0));
    }
  }

  @Test
  void shouldRemoveNothingWhereAPlaceCannotBeRead() {
    BlobStore blobs = new LocalBlobStore();
    BlobReference unnamed = blobs.put(new byte[] {1});
    Instant later = Instant.now().plus(Duration.ofDays(2));
    JdbcStore away =
        JdbcStore.open(postgres.getJdbcUrl("postgres", "postgres"), "postgres", "postgres");
    away.close();
    try (InMemoryRuntime runtime = InMemoryRuntime.of(ASKING)) {
      BlobCleanUp cleanUp = BlobCleanUp.of(runtime, blobs);

      assertThatThrownBy(() -> cleanUp.store(away).run(later))
          .isInstanceOf(StoreUnavailableException.class);
      assertThat(blobs.references()).containsExactly(unnamed);
      assertThat(cleanUp.run(later).removed()).isEqualTo(1);
    }
  }

  @Test
  void shouldRefuseAGraceInWhichAValueMayBeOnItsWay() {
    try (InMemoryRuntime runtime = InMemoryRuntime.of(ASKING)) {
      BlobCleanUp cleanUp = BlobCleanUp.of(runtime, new LocalBlobStore());

      assertThatThrownBy(() -> cleanUp.grace(Duration.ofMinutes(59)))
          .isInstanceOf(InvalidInputException.class)
          .hasMessageContaining("PT1H");
    }
  }
}

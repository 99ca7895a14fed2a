package io.evergraph.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.evergraph.Ports;
import io.evergraph.backend.redis.RedisEventBus;
import io.evergraph.backend.redis.RedisNodeCache;
import io.evergraph.error.BlobUnavailableException;
import io.evergraph.error.StoreUnavailableException;
import io.evergraph.error.ThreadEndedException;
import io.evergraph.graph.CachePolicy;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.StoreQuery;
import io.evergraph.runtime.ErasureReport.Entry;
import io.evergraph.runtime.ErasureReport.Outcome;
import io.evergraph.runtime.ErasureReport.Place;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.runtime.spi.BlobReference;
import io.evergraph.runtime.spi.BlobStore;
import io.evergraph.runtime.spi.LocalBlobStore;
import io.evergraph.runtime.spi.LocalCheckpointStore;
import io.evergraph.runtime.spi.LocalNodeCache;
import io.evergraph.runtime.spi.LocalStore;
import io.evergraph.runtime.spi.LocalTaskRecords;
import io.evergraph.runtime.spi.TaskQuery;
import io.evergraph.runtime.spi.TaskRecord;
import io.evergraph.runtime.spi.TaskState;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import io.evergraph.temporal.EmbeddedTemporal;
import io.evergraph.temporal.GraphWorker;
import io.evergraph.temporal.RealTemporal;
import io.evergraph.temporal.TemporalHouse;
import io.evergraph.temporal.connection.TemporalConnection;
import io.evergraph.temporal.connection.TemporalOptions;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.embedded.RedisServer;

/** Erasures while a back-end is away, and the same ones when it is back. */
@Tag("real")
class ErasureAwayTest {
  private static final Duration LONGEST = Duration.ofSeconds(60);
  private static final String ANN = "ann";
  private static final Channel<String> NAME = Channel.of("name", String.class);
  private static final Graph GRAPH =
      Graph.builder("marks")
          .channels(NAME)
          .node(
              "mark",
              context -> {
                context.emitter().text("m", context.state().get(NAME));
                return Command.update(NAME, "done");
              },
              NodePolicy.builder().cache(CachePolicy.ALWAYS).build())
          .edge(Graph.START, "mark")
          .build();

  @TempDir private Path folder;
  private final ThreadId thread = ThreadId.random();
  private final LocalStore store = new LocalStore();
  private final LocalTaskRecords tasks = new LocalTaskRecords();

  private static void leaveMark(GraphRuntime runtime, ThreadId thread, String name)
      throws Exception {
    RunOptions anns = RunOptions.builder().metadata(Map.of("user", ANN)).build();
    runtime.start("marks", thread, StateUpdate.of(NAME, name), anns).await(LONGEST);
  }

  private void leaveTask() {
    Instant now = Instant.now();
    tasks.create(
        new TaskRecord(
            "t",
            "marks",
            ANN,
            thread.value(),
            "r",
            Map.of(),
            Map.of(),
            TaskState.FAILED,
            null,
            now,
            now));
  }

  private static List<Place> of(ErasureReport report, Outcome outcome) {
    return report.entries().stream()
        .filter(it -> it.outcome() == outcome)
        .map(Entry::place)
        .distinct()
        .sorted()
        .toList();
  }

  private static int removed(ErasureReport report, Place place) {
    return report.entries().stream()
        .filter(it -> it.place() == place && it.outcome() == Outcome.REMOVED)
        .mapToInt(Entry::count)
        .sum();
  }

  /** A server that finds again what it had when it was stopped. */
  private RedisServer redis(int port) throws IOException {
    RedisServer server =
        RedisServer.builder()
            .port(port)
            .setting("bind 127.0.0.1")
            .setting("appendonly yes")
            .setting("dir " + folder)
            .build();
    server.start();
    return server;
  }

  @Test
  void shouldRemoveTheRestAndCompleteWhenTheServerIsBack() throws Exception {
    int port = Ports.free();
    RedisServer server = redis(port);
    try (RedisEventBus bus = RedisEventBus.open("redis://127.0.0.1:" + port);
        RedisNodeCache cache = RedisNodeCache.open("redis://127.0.0.1:" + port);
        InMemoryRuntime runtime =
            InMemoryRuntime.builder(GraphRegistry.of(GRAPH)).bus(bus).cache(cache).build()) {
      leaveMark(runtime, thread, "first");
      leaveTask();
      store.put(List.of(ANN), "note", Map.of());
      Erasure erasure = Erasure.on(runtime).store(store).tasks(tasks);

      server.stop();
      ErasureReport first = erasure.user(ANN, List.of());
      server = redis(port);
      await().atMost(LONGEST).until(() -> isBack(bus, cache));
      ErasureReport second = erasure.user(ANN, List.of());

      assertThat(first.isComplete()).isFalse();
      assertThat(of(first, Outcome.UNREACHED))
          .containsExactly(Place.HISTORY, Place.NODE_CACHE, Place.EMISSIONS, Place.TASKS);
      assertThat(first.entries())
          .filteredOn(it -> it.outcome() == Outcome.UNREACHED)
          .allMatch(it -> !it.reason().isBlank());
      assertThat(removed(first, Place.STORE)).isEqualTo(1);
      assertThat(store.search(StoreQuery.in(ANN))).isEmpty();
      assertThat(second.isComplete()).isTrue();
      assertThat(second.threads()).containsExactly(thread);
      assertThat(removed(second, Place.NODE_CACHE)).isEqualTo(1);
      assertThat(removed(second, Place.EMISSIONS)).isPositive();
      assertThat(removed(second, Place.HISTORY)).isEqualTo(1);
      assertThat(removed(second, Place.TASKS)).isEqualTo(1);
      assertThat(tasks.list(TaskQuery.all())).isEmpty();
      assertThat(erasure.user(ANN, List.of()).threads()).isEmpty();
    } finally {
      server.stop();
    }
  }

  private static boolean isBack(RedisEventBus bus, RedisNodeCache cache) {
    try {
      return bus.forget("nobody") == 0 && cache.clear("none", "none").isPresent();
    } catch (StoreUnavailableException away) {
      return false;
    }
  }

  /** A store that can be taken away and brought back. */
  private record Switched(BlobStore store, AtomicBoolean isAway) implements BlobStore {
    private void requireThere(BlobReference reference) {
      if (isAway.get()) {
        throw new BlobUnavailableException(reference.hash(), "it is away");
      }
    }

    @Override
    public BlobReference put(byte[] content) {
      requireThere(BlobReference.of(content));
      return store.put(content);
    }

    @Override
    public byte[] get(BlobReference reference) {
      requireThere(reference);
      return store.get(reference);
    }

    @Override
    public void delete(BlobReference reference) {
      requireThere(reference);
      store.delete(reference);
    }

    @Override
    public Set<BlobReference> references() {
      return store.references();
    }
  }

  @Test
  void shouldKeepTheHistoryForAsLongAsItsLargeValuesCannotBeRemoved() throws Exception {
    Switched blobs = new Switched(new LocalBlobStore(), new AtomicBoolean());
    TemporalOptions options = TemporalOptions.builder().blobs(blobs).inlineBytes(10_000).build();
    try (TemporalHouse house =
        TemporalHouse.on(EmbeddedTemporal.start(options, StateCodec.create()), GRAPH)) {
      leaveMark(house.runtime(), thread, "n".repeat(20_000));
      leaveTask();
      Erasure erasure = Erasure.on(house.runtime()).tasks(tasks);

      blobs.isAway().set(true);
      ErasureReport first = erasure.thread(thread);
      blobs.isAway().set(false);
      ErasureReport second = erasure.thread(thread);

      assertThat(of(first, Outcome.UNREACHED))
          .containsExactly(Place.HISTORY, Place.BLOBS, Place.TASKS);
      assertThat(first.entries())
          .anyMatch(it -> it.place() == Place.BLOBS && it.reason().contains("it is away"));
      assertThat(of(second, Outcome.UNREACHED)).isEmpty();
      assertThat(removed(second, Place.BLOBS)).isPositive();
      assertThat(removed(second, Place.HISTORY)).isEqualTo(1);
      assertThat(removed(second, Place.TASKS)).isEqualTo(1);
      assertThat(blobs.references()).isEmpty();
    }
  }

  private static int cachedMarks(LocalNodeCache cache) {
    List<String> results = new ArrayList<>();
    cache.read(results::add);
    return results.size();
  }

  @Test
  void shouldKeepTheHistoryWhereItsGraphIsNotKnown() throws Exception {
    LocalNodeCache cache = new LocalNodeCache();
    LocalCheckpointStore saved = new LocalCheckpointStore();
    try (InMemoryRuntime knowing = inMemory(saved, cache, GRAPH)) {
      leaveMark(knowing, thread, "first");
      leaveTask();
    }

    ErasureReport first;
    try (InMemoryRuntime unknowing = inMemory(saved, cache)) {
      first = Erasure.on(unknowing).tasks(tasks).thread(thread);
    }
    ErasureReport second;
    try (InMemoryRuntime knowing = inMemory(saved, cache, GRAPH)) {
      second = Erasure.on(knowing).tasks(tasks).thread(thread);
    }

    assertThat(of(first, Outcome.UNREACHED))
        .containsExactly(Place.HISTORY, Place.NODE_CACHE, Place.TASKS);
    assertThat(second.isComplete()).as(second.toString()).isTrue();
    assertThat(removed(second, Place.NODE_CACHE)).isEqualTo(1);
    assertThat(removed(second, Place.CHECKPOINTS)).isEqualTo(1);
    assertThat(removed(second, Place.TASKS)).isEqualTo(1);
    assertThat(cachedMarks(cache)).isZero();
  }

  private static InMemoryRuntime inMemory(
      LocalCheckpointStore saved, LocalNodeCache cache, Graph... known) {
    return InMemoryRuntime.builder(GraphRegistry.of(known)).checkpoints(saved).cache(cache).build();
  }

  @Test
  void shouldKeepTheHistoryForAsLongAsNoWorkerAnswers() throws Exception {
    LocalNodeCache cache = new LocalNodeCache();
    TemporalOptions options =
        TemporalOptions.builder()
            .target(RealTemporal.address())
            .taskQueue("erasure-away")
            .connectTimeout(LONGEST)
            .patience(Duration.ofSeconds(3))
            .cache(cache)
            .build();
    try (TemporalHouse house =
        TemporalHouse.on(TemporalConnection.open(options, StateCodec.create()), GRAPH)) {
      leaveMark(house.runtime(), thread, "first");
      leaveTask();
      Erasure erasure = Erasure.on(house.runtime()).tasks(tasks);

      house.worker().close();
      ErasureReport first = erasure.thread(thread);
      assertThat(of(first, Outcome.UNREACHED))
          .containsExactly(Place.HISTORY, Place.NODE_CACHE, Place.TASKS);
      assertThat(cachedMarks(cache)).isEqualTo(1);

      try (GraphWorker back = new GraphWorker(house.connection(), GraphRegistry.of(GRAPH))) {
        back.start();
        await()
            .atMost(LONGEST)
            .until(() -> of(erasure.thread(thread), Outcome.UNREACHED), List::isEmpty);
      }
      assertThat(cachedMarks(cache)).isZero();
      assertThat(tasks.list(TaskQuery.all())).isEmpty();
    }
  }

  /** A server that is busy still lists a thread that it was told to forget. */
  @Test
  void shouldPassOverAThreadThatTheServerHasYetToForget() throws Exception {
    try (TemporalHouse house = TemporalHouse.embedded(GRAPH)) {
      leaveMark(house.runtime(), thread, "mark");
      house.takeAsDeleted(thread);
      assertThat(house.runtime().kept().all()).contains(thread);

      ErasureReport report = Erasure.on(house.runtime()).user(ANN, List.of());

      assertThat(report.isComplete()).as(report.toString()).isTrue();
      assertThat(report.threads()).isEmpty();
    }
  }

  /** Returns a runtime of which nobody can read a thread any more. */
  private static GraphRuntime unreadable(GraphRuntime runtime) {
    return (GraphRuntime)
        Proxy.newProxyInstance(
            GraphRuntime.class.getClassLoader(),
            new Class<?>[] {GraphRuntime.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("snapshot")) {
                throw new ThreadEndedException(String.valueOf(arguments[0]));
              }
              return method.invoke(runtime, arguments);
            });
  }

  @Test
  void shouldEraseAThreadThatNobodyCanReadAnyMoreAndSayWhatMayBeLeft() throws Exception {
    try (InMemoryRuntime runtime = InMemoryRuntime.of(GRAPH)) {
      leaveMark(runtime, thread, "first");

      ErasureReport report = Erasure.on(unreadable(runtime)).thread(thread);

      assertThat(of(report, Outcome.UNREACHED)).containsExactly(Place.NODE_CACHE);
      assertThat(removed(report, Place.HISTORY)).isEqualTo(1);
      assertThat(runtime.kept().all()).isEmpty();
    }
  }
}

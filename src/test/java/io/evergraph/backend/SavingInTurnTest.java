package io.evergraph.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.evergraph.error.StoreUnavailableException;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodePolicy;
import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.HistoryQuery;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadQuery;
import io.evergraph.runtime.ThreadStatus;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.runtime.spi.CheckpointStore;
import io.evergraph.runtime.spi.LocalCheckpointStore;
import io.evergraph.runtime.spi.SavedPart;
import io.evergraph.runtime.spi.SavedThread;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Threads of a runtime in memory share what saves them, and the store. */
class SavingInTurnTest {
  private static final Channel<String> VALUE = Channel.of("value", String.class);
  private static final Graph GRAPH =
      Graph.builder("valued")
          .channels(VALUE)
          .node("n", context -> Command.none())
          .edge(Graph.START, "n")
          .build();

  private final LocalCheckpointStore store = new LocalCheckpointStore();

  /** A store that refuses what is too large for it, as a database does, in the same words. */
  private static final class Narrow extends StoreInFront {
    Narrow(CheckpointStore store) {
      super(store);
    }

    @Override
    public boolean save(SavedThread thread, @Nullable SavedPart part, @Nullable Instant last) {
      if (part != null && part.content().length() > 10_000) {
        throw new StoreUnavailableException(thread.id(), "packet too large");
      }
      return super.save(thread, part, last);
    }
  }

  /** A store that takes its time to delete what has stopped. */
  private static final class Slow extends StoreInFront {
    private final CountDownLatch asked = new CountDownLatch(1);
    private final CompletableFuture<Integer> deleted = new CompletableFuture<>();

    Slow(CheckpointStore store) {
      super(store);
    }

    @Override
    public int deleteStopped(Instant savedBefore) {
      asked.countDown();
      return deleted.join();
    }
  }

  private static InMemoryRuntime runtime(CheckpointStore store) {
    return InMemoryRuntime.builder(GraphRegistry.of(GRAPH)).checkpoints(store).build();
  }

  @Test
  void shouldNotForgetTheEndOfAThreadThatCouldNotBeSaved() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    CountDownLatch saved = new CountDownLatch(1);
    Graph growing =
        Graph.builder("growing")
            .channels(VALUE)
            .node(
                "grow",
                context -> {
                  calls.incrementAndGet();
                  saved.await();
                  return Command.update(VALUE, "x".repeat(20_000));
                })
            .edge(Graph.START, "grow")
            .build();
    ThreadId large = ThreadId.of("large");
    RunOptions alone = RunOptions.builder().alone().build();
    try (InMemoryRuntime runtime =
        InMemoryRuntime.builder(GraphRegistry.of(GRAPH, growing))
            .checkpoints(new Narrow(store))
            .keepEnded(1, Duration.ofHours(1))
            .build()) {
      RunHandle run = runtime.start(growing, large, StateUpdate.empty(), alone);
      await()
          .untilAsserted(
              () ->
                  assertThat(store.find("large"))
                      .hasValueSatisfying(
                          it -> assertThat(it.progress()).isEqualTo(SavedThread.Progress.RUNNING)));
      saved.countDown();
      run.await();
      for (String other : List.of("b", "c")) {
        runtime.start(GRAPH, ThreadId.of(other), StateUpdate.of(VALUE, "x"), alone).await();
        await().until(() -> !store.parts(other).isEmpty());
      }

      assertThat(runtime.snapshot(large).status()).isEqualTo(ThreadStatus.IDLE);
      assertThat(calls).hasValue(1);
      runtime.delete(large);
    }
  }

  @Test
  void shouldSaveAllOfAThreadThatWasDeletedFromTheStoreMeanwhile() {
    ThreadId thread = ThreadId.of("t");
    try (InMemoryRuntime runtime = runtime(store)) {
      runtime.start(GRAPH, thread, StateUpdate.of(VALUE, "first")).await();
      await().until(() -> isSavedAsStopped(thread));
      store.delete(thread.value());

      runtime.start(GRAPH, thread, StateUpdate.of(VALUE, "second")).await();
      await().until(() -> isSavedAsStopped(thread));
      int checkpoints = runtime.history(thread, HistoryQuery.all()).size();

      assertThat(store.parts(thread.value()).get(0).isFirst()).isTrue();
      try (InMemoryRuntime again = runtime(store)) {
        assertThat(again.history(thread, HistoryQuery.all())).hasSize(checkpoints);
      }
    }
  }

  private boolean isSavedAsStopped(ThreadId thread) {
    return store
        .find(thread.value())
        .filter(it -> it.progress() == SavedThread.Progress.STOPPED)
        .isPresent();
  }

  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void shouldTryNodesAgainWhileTheStoreTakesItsTimeToForget() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    Graph failing =
        Graph.builder("failing")
            .channels(VALUE)
            .node(
                "fail",
                context -> {
                  if (calls.incrementAndGet() == 1) {
                    throw new IOException("away");
                  }
                  return Command.none();
                },
                NodePolicy.builder().attempts(2).interval(Duration.ofMillis(1)).build())
            .edge(Graph.START, "fail")
            .build();
    Slow slow = new Slow(store);
    try (InMemoryRuntime runtime =
        InMemoryRuntime.builder(GraphRegistry.of(failing))
            .checkpoints(slow)
            .keepStopped(Duration.ofSeconds(1))
            .build()) {
      slow.asked.await();

      RunHandle run = runtime.start(failing, ThreadId.of("t"), StateUpdate.of(VALUE, "x"));

      assertThat(run.await().status()).isEqualTo(RunStatus.FINISHED);
      assertThat(calls).hasValue(2);
      slow.deleted.complete(0);
    }
  }

  @Test
  void shouldSaveTheOthersWhereOneIsTooLargeForTheStore() {
    try (InMemoryRuntime runtime = runtime(new Narrow(store))) {
      StateUpdate large = StateUpdate.of(VALUE, "x".repeat(20_000));
      runtime.start(GRAPH, ThreadId.of("large"), large).await();
      runtime.start(GRAPH, ThreadId.of("small"), StateUpdate.of(VALUE, "x")).await();

      await()
          .atMost(Duration.ofSeconds(30))
          .untilAsserted(() -> assertThat(store.parts("small")).isNotEmpty());
      assertThat(store.find("large")).isEmpty();
      runtime.delete(ThreadId.of("large"));
    }
  }

  @Test
  void shouldSaveTheOthersAtTheEndWhereOneIsTooLargeForTheStore() {
    try (InMemoryRuntime runtime = runtime(new Narrow(store))) {
      StateUpdate large = StateUpdate.of(VALUE, "x".repeat(20_000));
      runtime.start(GRAPH, ThreadId.of("large"), large).await();
      runtime.start(GRAPH, ThreadId.of("small"), StateUpdate.of(VALUE, "x")).await();
    }

    assertThat(store.find("large")).isEmpty();
    assertThat(store.parts("small")).isNotEmpty();
  }

  @Test
  void shouldShowNobodyAThreadBeforeItStandsAsItWasSaved() {
    List<ThreadId> ids =
        IntStream.range(0, 500).mapToObj(number -> ThreadId.of("t" + number)).toList();
    RunOptions alone = RunOptions.builder().alone().build();
    try (InMemoryRuntime runtime = runtime(store)) {
      for (ThreadId id : ids) {
        runtime.start("valued", id, StateUpdate.of(VALUE, "x"), alone).await();
      }
    }

    try (InMemoryRuntime again = runtime(store)) {
      AtomicBoolean over = new AtomicBoolean();
      CompletableFuture<Long> open =
          CompletableFuture.supplyAsync(
              () -> {
                long seen = 0;
                while (!over.get()) {
                  seen += again.threads(new ThreadQuery(null, null, 1_000)).size();
                }
                return seen;
              });
      ids.forEach(again::snapshot);
      over.set(true);

      assertThat(open.join()).isZero();
    }
  }
}

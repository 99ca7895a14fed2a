package io.evergraph.temporal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.evergraph.backend.KillableStore;
import io.evergraph.error.StoreUnavailableException;
import io.evergraph.runtime.HistoryQuery;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.runtime.spi.CheckpointStore;
import io.evergraph.runtime.spi.SavedThread;
import io.evergraph.runtime.spi.SavedThread.Progress;
import io.evergraph.state.StateUpdate;
import io.evergraph.temporal.protocol.ExecutionLimits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What threads on Temporal do while a real Redis or PostgreSQL is away. */
@Tag("real")
@Tag("slow")
class SavedWhileStoreAwayTest {
  private static final Duration SOON = Duration.ofSeconds(5);
  private static final RunOptions ALONE = RunOptions.builder().alone().build();

  @TempDir Path folder;
  private final ThreadId open = ThreadId.random();
  private final ThreadId alone = ThreadId.random();

  @ParameterizedTest
  @ValueSource(strings = {"redis", "redis-without-disk", "jdbc"})
  void shouldDelayNoRunAndSaveEverythingAfterwards(String kind) throws Exception {
    try (KillableStore server = KillableStore.start(kind, folder);
        KillableStore.Opened opened = server.open();
        TemporalHouse house =
            TemporalHouse.on(
                EmbeddedTemporal.start(
                    SavedContract.options(opened.store(), new ExecutionLimits(4, 6)).build(),
                    StateCodec.create()),
                SavedContract.graphs())) {
      CheckpointStore store = opened.store();
      run(house, open, RunOptions.defaults());
      await().atMost(SavedContract.LONGEST).until(() -> store.find(open.value()).isPresent());
      server.kill();

      for (int turn = 0; turn < 4; turn++) {
        run(house, open, RunOptions.defaults());
      }
      run(house, alone, ALONE);
      assertThat(house.runtime().snapshot(open).state().get(Samples.LOG)).hasSize(10);
      List<?> history = house.runtime().history(open, HistoryQuery.all());

      server.restart();
      awaitSaved(store, open, 20);
      awaitSaved(store, alone, 4);
      assertThat(store.find(alone.value())).map(SavedThread::progress).contains(Progress.ENDED);
      List.of(open, alone).forEach(house::takeAsDeleted);
      assertThat(house.runtime().history(open, HistoryQuery.all())).hasSameSizeAs(history);
      assertThat(house.runtime().snapshot(open).state().get(Samples.LOG)).hasSize(10);
      assertThat(house.runtime().snapshot(alone).state().get(Samples.LOG)).hasSize(2);
    }
  }

  private static void run(TemporalHouse house, ThreadId thread, RunOptions options)
      throws Exception {
    assertThat(
            house
                .runtime()
                .start("saved", thread, StateUpdate.empty(), options)
                .await(SOON)
                .status())
        .isEqualTo(RunStatus.FINISHED);
  }

  /** The store may need a moment until it is connected again. */
  private static void awaitSaved(CheckpointStore store, ThreadId thread, long checkpoint) {
    await()
        .atMost(SavedContract.LONGEST)
        .ignoreException(StoreUnavailableException.class)
        .until(
            () ->
                store.parts(thread.value()).stream()
                    .anyMatch(it -> it.lastCheckpoint() >= checkpoint));
  }
}

package io.evergraph.temporal;

import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

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
import io.evergraph.runtime.spi.CheckpointStore;
import io.evergraph.runtime.spi.SavedThread;
import io.evergraph.runtime.spi.SavedThread.Progress;
import io.evergraph.state.ListChannel;
import io.evergraph.state.StateUpdate;
import io.evergraph.temporal.connection.TemporalOptions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Threads go on from a backup of what their store keeps, as the documents say to make it. */
abstract class BackupContract {
  private static final Duration LONGEST = Duration.ofSeconds(60);
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

  /** The store that is backed up. */
  abstract CheckpointStore store();

  /** Puts what other stores of the same server keep. */
  abstract void leaveOthers();

  /** Makes a backup, restores it elsewhere, and returns the store there. */
  abstract CheckpointStore restored() throws Exception;

  abstract void assertThatTheOthersAreThere();

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

  @Test
  void shouldGoOnFromABackup() throws Exception {
    ThreadSnapshot before;
    ThreadSnapshot beforeOnTemporal;
    List<HistoryEntry> history;
    try (InMemoryRuntime runtime = inMemory(store());
        TemporalHouse house = onTemporal(store())) {
      before = runtime.start(GRAPH, memory, StateUpdate.empty()).await().snapshot();
      history = runtime.history(memory, HistoryQuery.all());
      beforeOnTemporal =
          house
              .runtime()
              .start("asking", temporal, StateUpdate.empty(), RunOptions.defaults())
              .await(LONGEST)
              .snapshot();
      awaitSaved(store(), memory);
      awaitSaved(store(), temporal);
    }
    leaveOthers();

    CheckpointStore restored = restored();

    assertThatTheOthersAreThere();
    assertThatThreadsGoOn(restored, before, history, beforeOnTemporal);
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
}

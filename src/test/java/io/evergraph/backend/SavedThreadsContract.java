package io.evergraph.backend;

import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.error.GraphChangedException;
import io.evergraph.error.ThreadExistsException;
import io.evergraph.error.UnknownRunException;
import io.evergraph.error.UnknownThreadException;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Embedding;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.Question;
import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.HistoryQuery;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadQuery;
import io.evergraph.runtime.ThreadStatus;
import io.evergraph.runtime.WhenBusy;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.runtime.spi.SavedThread;
import io.evergraph.runtime.spi.SavedThread.Progress;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import io.evergraph.state.StateUpdate;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** How threads of a runtime in memory go on after a restart. */
abstract class SavedThreadsContract extends CheckpointStoreContract {
  private static final ListChannel<String> LOG = ListChannel.append("log", String.class);
  private static final Channel<String> NAME = Channel.of("name", String.class);
  private static final NodeAction ASK =
      context -> Command.update(LOG, "ask:" + context.interrupt(Question.of("Go on?")));

  private final ThreadId thread = ThreadId.random();
  private final AtomicInteger runsOfFirst = new AtomicInteger();

  private Graph graph(String version, NodeAction second) {
    return graph("saved", version, second);
  }

  private Graph graph(String name, String version, NodeAction second) {
    return Graph.builder(name)
        .version(version)
        .channels(LOG, NAME)
        .node(
            "first",
            context -> {
              runsOfFirst.incrementAndGet();
              return Command.update(LOG, "first");
            })
        .node("second", second)
        .node("third", context -> Command.update(LOG, "third"))
        .edge(START, "first")
        .edge("first", "second")
        .edge("second", "third")
        .edge("third", END)
        .build();
  }

  private InMemoryRuntime runtime(Graph graph) {
    return InMemoryRuntime.builder(GraphRegistry.of(graph)).checkpoints(elsewhere()).build();
  }

  private RunHandle start(InMemoryRuntime runtime, RunOptions options) {
    return runtime.start("saved", thread, StateUpdate.of(NAME, "Ada"), options);
  }

  private RunResult answer(InMemoryRuntime runtime, String value) {
    return runtime.answer(thread, Answer.single(value)).await();
  }

  private void awaitSaved(Progress progress) {
    await()
        .until(
            () ->
                store().find(thread.value()).map(SavedThread::progress).equals(of(progress))
                    && !store().parts(thread.value()).isEmpty());
  }

  private static Optional<Progress> of(Progress progress) {
    return Optional.of(progress);
  }

  @Test
  void shouldGoOnWithAnAnswerAfterARestart() {
    Graph graph = graph("1", ASK);
    RunResult before;
    JsonNode events;
    try (InMemoryRuntime runtime = runtime(graph)) {
      before = start(runtime, RunOptions.defaults()).await();
      events = runtime.codec().toJson(runtime.events(thread, 1));
    }

    try (InMemoryRuntime again = runtime(graph)) {
      assertThat(again.codec().toJson(again.events(thread, 1))).isEqualTo(events);
      assertThat(again.snapshot(thread)).isEqualTo(before.snapshot());
      RunResult after =
          again.answer(thread, Answer.to(before.interrupts().get(0).id(), "yes")).await();

      assertThat(after.state().get(LOG)).containsExactly("first", "ask:yes", "third");
      assertThat(after.state().get(NAME)).isEqualTo("Ada");
      assertThat(runsOfFirst).hasValue(1);
    }
  }

  @Test
  void shouldGoOnWithAChildThatAsksAfterARestart() {
    Graph graph =
        Graph.builder("saved")
            .channels(LOG, NAME)
            .subgraph("child", graph("inside", "1", ASK), Embedding.ownThread())
            .edge(START, "child")
            .build();
    RunResult before;
    try (InMemoryRuntime runtime = runtime(graph)) {
      before = start(runtime, RunOptions.defaults()).await();
    }

    try (InMemoryRuntime again = runtime(graph)) {
      RunResult after =
          again.answer(thread, Answer.to(before.interrupts().get(0).id(), "yes")).await();

      assertThat(after.status()).isEqualTo(RunStatus.FINISHED);
      assertThat(after.state().get(LOG)).containsExactly("first", "ask:yes", "third");
      assertThat(runsOfFirst).hasValue(1);
    }
  }

  @Test
  void shouldReadHistoryAndForkAfterSeveralRestarts() {
    Graph graph = graph("1", ASK);
    try (InMemoryRuntime runtime = runtime(graph)) {
      start(runtime, RunOptions.defaults()).await();
    }
    List<?> history;
    try (InMemoryRuntime runtime = runtime(graph)) {
      answer(runtime, "yes");
      history = runtime.history(thread, HistoryQuery.all());
    }

    try (InMemoryRuntime runtime = runtime(graph)) {
      assertThat(runtime.history(thread, HistoryQuery.all())).isEqualTo(history);
      long waiting = runtime.history(thread, HistoryQuery.all()).get(2).snapshot().checkpoint();
      runtime.rollback(thread, waiting);
      RunResult otherwise = answer(runtime, "no");

      assertThat(otherwise.state().get(LOG)).containsExactly("first", "ask:no", "third");
      assertThat(runsOfFirst).hasValue(1);
    }
  }

  @Test
  void shouldRunAgainWhatRanWhenTheProcessEnded() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    InMemoryRuntime lost =
        runtime(
            graph(
                "1",
                context -> {
                  never.await();
                  return Command.none();
                }));
    RunHandle run = start(lost, RunOptions.defaults());
    await()
        .until(
            () -> store().parts(thread.value()).stream().anyMatch(it -> it.lastCheckpoint() == 3));

    try (InMemoryRuntime again = runtime(graph("1", context -> Command.update(LOG, "second")))) {
      RunResult after = again.run(thread, run.runId()).await(Duration.ofSeconds(20));

      assertThat(after.status()).isEqualTo(RunStatus.FINISHED);
      assertThat(after.state().get(LOG)).containsExactly("first", "second", "third");
      assertThat(runsOfFirst).hasValue(1);
    } finally {
      lost.close();
    }
  }

  @Test
  void shouldTakeAgainWhatHadWaitedForItsTurn() {
    CountDownLatch goesOn = new CountDownLatch(1);
    CountDownLatch never = new CountDownLatch(1);
    RunOptions queued = RunOptions.builder().runId("queued").whenBusy(WhenBusy.ENQUEUE).build();
    try (InMemoryRuntime runtime = runtime(pair(goesOn::await, never::await))) {
      start(runtime, RunOptions.defaults());
      start(runtime, queued);
      await().until(() -> lastSaved() > 0);
      long before = lastSaved();
      goesOn.countDown();
      await().until(() -> lastSaved() > before);
    }

    try (InMemoryRuntime again = runtime(pair(() -> {}, () -> {}))) {
      assertThatThrownBy(() -> again.run(thread, "queued")).isInstanceOf(UnknownRunException.class);
      RunResult result = start(again, queued).await();

      assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
      assertThat(result.state().get(LOG)).containsExactly("one", "two", "one", "two");
    }
  }

  /** What a node waits for. */
  private interface Wait {
    void end() throws Exception;
  }

  private static Graph pair(Wait one, Wait two) {
    return Graph.builder("saved")
        .channels(LOG, NAME)
        .node("one", logAfter(one, "one"))
        .node("two", logAfter(two, "two"))
        .edge(START, "one")
        .edge("one", "two")
        .build();
  }

  private static NodeAction logAfter(Wait wait, String word) {
    return context -> {
      wait.end();
      return Command.update(LOG, word);
    };
  }

  private long lastSaved() {
    return store().parts(thread.value()).stream()
        .mapToLong(it -> it.lastCheckpoint())
        .max()
        .orElse(0);
  }

  @Test
  void shouldReadARunAloneAfterItHasEnded() {
    Graph graph = graph("1", context -> Command.update(LOG, "second"));
    RunHandle run;
    try (InMemoryRuntime runtime = runtime(graph)) {
      run = start(runtime, RunOptions.builder().alone().build());
      run.await();
    }

    try (InMemoryRuntime again = runtime(graph)) {
      assertThat(again.run(thread, run.runId()).await().state().get(LOG))
          .containsExactly("first", "second", "third");
      assertThat(store().find(thread.value())).map(SavedThread::progress).contains(Progress.ENDED);
    }
  }

  @Test
  void shouldKnowAThreadThatNothingHasRunOn() {
    Graph graph = graph("1", ASK);
    try (InMemoryRuntime runtime = runtime(graph)) {
      runtime.create(thread, Map.of("user", "ann"));
    }

    try (InMemoryRuntime again = runtime(graph)) {
      assertThat(again.snapshot(thread).metadata()).containsEntry("user", "ann");
      assertThatThrownBy(() -> again.create(thread, Map.of()))
          .isInstanceOf(ThreadExistsException.class);
      assertThat(again.threads(ThreadQuery.of(ThreadStatus.IDLE))).contains(thread);
    }
  }

  @Test
  void shouldForgetADeletedThread() {
    Graph graph = graph("1", ASK);
    try (InMemoryRuntime runtime = runtime(graph)) {
      start(runtime, RunOptions.defaults()).await();
      awaitSaved(Progress.STOPPED);
      runtime.delete(thread);
    }

    try (InMemoryRuntime again = runtime(graph)) {
      assertThatThrownBy(() -> again.snapshot(thread)).isInstanceOf(UnknownThreadException.class);
    }
  }

  @Test
  void shouldRefuseAGraphThatChangedWithoutANewVersion() {
    try (InMemoryRuntime runtime = runtime(graph("1", ASK))) {
      start(runtime, RunOptions.defaults()).await();
    }
    Graph changed =
        Graph.builder("saved")
            .version("1")
            .channels(LOG, NAME)
            .node("second", ASK)
            .edge(START, "second")
            .build();

    try (InMemoryRuntime again = runtime(changed)) {
      assertThatThrownBy(() -> again.snapshot(thread)).isInstanceOf(GraphChangedException.class);
    }
  }

  @Test
  void shouldKeepAsMuchAsTheGraphSays() {
    Graph graph =
        Graph.builder("saved")
            .channels(LOG, NAME)
            .retention(3)
            .node("turn", context -> Command.update(LOG, "turn"))
            .edge(START, "turn")
            .build();
    try (InMemoryRuntime runtime = runtime(graph)) {
      for (int turn = 0; turn < 6; turn++) {
        start(runtime, RunOptions.defaults()).await();
        awaitSaved(Progress.STOPPED);
      }
    }

    try (InMemoryRuntime again = runtime(graph)) {
      assertThat(again.history(thread, HistoryQuery.all())).hasSize(3);
      assertThat(again.snapshot(thread).state().get(LOG)).hasSize(6);
      assertThat(store().parts(thread.value()).get(0).number()).isGreaterThan(1);
    }
  }

  private void assertIsUnknown(InMemoryRuntime runtime) {
    assertThatThrownBy(() -> runtime.snapshot(thread)).isInstanceOf(UnknownThreadException.class);
  }

  @Test
  void shouldForgetAThreadThatNothingHappensOn() {
    Graph graph = graph("1", ASK);
    try (InMemoryRuntime runtime =
        InMemoryRuntime.builder(GraphRegistry.of(graph))
            .checkpoints(elsewhere())
            .keepStopped(Duration.ofSeconds(1))
            .build()) {
      start(runtime, RunOptions.defaults()).await();
      awaitSaved(Progress.STOPPED);

      await().until(() -> store().find(thread.value()).isEmpty());

      await().untilAsserted(() -> assertIsUnknown(runtime)); // what is saved may go one turn before
    }
  }
}

package io.evergraph.temporal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.backend.StoredThreads;
import io.evergraph.error.UnknownThreadException;
import io.evergraph.event.RunEvent;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Embedding;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.Question;
import io.evergraph.runtime.Erasure;
import io.evergraph.runtime.ErasureReport;
import io.evergraph.runtime.ErasureReport.Outcome;
import io.evergraph.runtime.HistoryEntry;
import io.evergraph.runtime.HistoryQuery;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadSnapshot;
import io.evergraph.runtime.spi.CheckpointStore;
import io.evergraph.runtime.spi.SavedPart;
import io.evergraph.runtime.spi.SavedThread;
import io.evergraph.runtime.spi.SavedThread.Progress;
import io.evergraph.server.TestServer;
import io.evergraph.state.StateUpdate;
import io.evergraph.temporal.connection.TemporalOptions;
import io.evergraph.temporal.protocol.ExecutionLimits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Threads on Temporal that are saved in a checkpoint store as well. */
abstract class SavedContract {
  static final Duration LONGEST = Duration.ofSeconds(60);

  final ThreadId thread = ThreadId.random();

  /** A worker and a runtime whose executions take on much. */
  abstract TemporalHouse house();

  /** The same, whose executions take on little. */
  abstract TemporalHouse shortHouse();

  abstract CheckpointStore store();

  /** Has the server forget a thread, as it does when the time of its retention is over. */
  abstract void forget(TemporalHouse house, ThreadId forgotten);

  /** Has this process take a thread as forgotten, which takes no time. */
  void forgetHere(TemporalHouse house) {
    house.takeAsDeleted(thread);
  }

  static TemporalOptions.Builder options(CheckpointStore store, ExecutionLimits limits) {
    return TemporalOptions.builder().checkpoints(store).limits(limits);
  }

  static Graph[] graphs() {
    return new Graph[] {
      Samples.chain("saved", "first", "second"), Samples.approval(), family(), turns()
    };
  }

  /** Asks twice, and logs its turn each time. */
  private static Graph turns() {
    NodeAction asks =
        context -> {
          Object unused = context.interrupt(Question.of("Go on?"));
          return Command.update(Samples.LOG, context.turnId());
        };
    return Graph.builder("turns")
        .channels(Samples.LOG)
        .node("first", asks)
        .node("second", asks)
        .edge(Graph.START, "first")
        .edge("first", "second")
        .build();
  }

  private static Graph family() {
    return Graph.builder("family")
        .channels(Samples.LOG)
        .subgraph("child", Samples.chain("inside", "first", "second"), Embedding.ownThread())
        .edge(Graph.START, "child")
        .build();
  }

  RunResult run(TemporalHouse house, String graph, RunOptions options) throws Exception {
    return house.runtime().start(graph, thread, StateUpdate.empty(), options).await(LONGEST);
  }

  /** What is seen of a thread. */
  record Seen(ThreadSnapshot now, List<HistoryEntry> history, JsonNode events) {
    static Seen of(TemporalHouse house, ThreadId thread) {
      return of(house.runtime(), thread);
    }

    static Seen of(TemporalRuntime runtime, ThreadId thread) {
      List<RunEvent> events = runtime.events(thread, 1);
      return new Seen(
          runtime.snapshot(thread),
          runtime.history(thread, HistoryQuery.all()),
          runtime.codec().toJson(events));
    }
  }

  void awaitSaved(Seen seen) {
    await()
        .atMost(LONGEST)
        .until(
            () ->
                store().parts(thread.value()).stream()
                    .anyMatch(it -> it.lastCheckpoint() >= seen.now().checkpoint()));
  }

  void awaitEnded(ThreadId saved) {
    await()
        .atMost(LONGEST)
        .until(
            () ->
                store()
                    .find(saved.value())
                    .filter(it -> it.progress() == Progress.ENDED)
                    .isPresent());
  }

  @Test
  void shouldShowAForgottenThreadThatWaitsAsItWas() throws Exception {
    RunResult asked = run(house(), "approval", RunOptions.defaults());
    Seen before = Seen.of(house(), thread);
    awaitSaved(before);

    forget(house(), thread);

    Seen after = Seen.of(house(), thread);
    assertThat(after.now()).isEqualTo(before.now());
    assertThat(after.history()).isEqualTo(before.history());
    assertThat(after.events()).isEqualTo(before.events());
    assertThat(after.now().interrupts()).isEqualTo(asked.interrupts());
    long first = before.history().get(before.history().size() - 1).snapshot().checkpoint();
    assertThat(house().runtime().stateAt(thread, first).values())
        .isEqualTo(before.history().get(before.history().size() - 1).snapshot().state().values());
  }

  @Test
  void shouldShowAForgottenRunAloneAsItEnded() throws Exception {
    RunOptions alone = RunOptions.builder().alone().build();
    RunHandle run = house().runtime().start("saved", thread, StateUpdate.empty(), alone);
    RunResult result = run.await(LONGEST);
    Seen before = Seen.of(house(), thread);
    awaitEnded(thread);

    forget(house(), thread);

    Seen after = Seen.of(house(), thread);
    assertThat(after.now()).isEqualTo(before.now());
    assertThat(after.history()).isEqualTo(before.history());
    assertThat(after.events()).isEqualTo(before.events());
    assertThat(house().runtime().run(thread, run.runId()).await(LONGEST)).isEqualTo(result);
  }

  @Test
  void shouldSaveWhatEarlierExecutionsHad() throws Exception {
    for (int turn = 0; turn < 8; turn++) {
      run(shortHouse(), "saved", RunOptions.defaults());
    }
    Seen before = Seen.of(shortHouse(), thread);
    assertThat(Executions.of(shortHouse().connection().client(), thread)).hasSizeGreaterThan(1);
    awaitSaved(before);
    // what is saved once more from the beginning comes from every execution
    store().delete(thread.value());
    run(shortHouse(), "saved", RunOptions.defaults());
    Seen more = Seen.of(shortHouse(), thread);
    awaitSaved(more);

    forgetHere(shortHouse());

    Seen after = Seen.of(shortHouse(), thread);
    assertThat(after.now()).isEqualTo(more.now());
    assertThat(after.history())
        .usingRecursiveFieldByFieldElementComparatorIgnoringFields("snapshot.lastEvent")
        .isEqualTo(more.history());
    assertThat(after.events()).isEqualTo(more.events());
  }

  @Test
  void shouldSaveEditsRollbacksAndThreadsWithoutARun() throws Exception {
    house().runtime().create(thread, Map.of("user", "ann"));
    await().atMost(LONGEST).until(() -> store().find(thread.value()).isPresent());
    run(house(), "approval", RunOptions.defaults());
    house().runtime().editState(thread, null, StateUpdate.of(Samples.LOG, "edited"), null);
    house().runtime().rollback(thread, 1);
    Seen before = Seen.of(house(), thread);
    await()
        .atMost(LONGEST)
        .until(
            () ->
                store().parts(thread.value()).stream()
                    .anyMatch(
                        it -> it.content().contains("\"lastEvent\":" + before.now().lastEvent())));

    forget(house(), thread);

    assertThat(Seen.of(house(), thread)).isEqualTo(before);
    assertThat(house().runtime().snapshot(thread).metadata()).containsEntry("user", "ann");
  }

  @Test
  void shouldTellOfAForgottenThreadOverHttp() throws Exception {
    String path = "/threads/" + thread.value();
    TemporalRuntime served = new TemporalRuntime(house().connection(), house().runtime().graphs());
    try (TestServer server = TestServer.of(served)) {
      String run = run(house(), "approval", RunOptions.defaults()).runId();
      awaitSaved(Seen.of(house(), thread));
      List<String> paths =
          List.of(path, path + "/state", path + "/history", path + "/runs", path + "/runs/" + run);
      List<JsonNode> before = paths.stream().map(it -> tree(server.get(it))).toList();

      forget(house(), thread);

      for (int number = 0; number < paths.size(); number++) {
        TestServer.Reply after = server.get(paths.get(number));
        assertThat(after.status()).as(paths.get(number)).isEqualTo(200);
        assertThat(tree(after)).as(paths.get(number)).isEqualTo(before.get(number));
      }
    }
  }

  private JsonNode tree(TestServer.Reply reply) {
    try {
      return house().runtime().codec().mapper().readTree(reply.body());
    } catch (IOException misfit) {
      throw new UncheckedIOException(misfit);
    }
  }

  @Test
  void shouldAddToARestoredBackupWhatItLacks() throws Exception {
    run(shortHouse(), "saved", RunOptions.defaults());
    awaitSaved(Seen.of(shortHouse(), thread));
    SavedThread backup = store().find(thread.value()).orElseThrow();
    List<SavedPart> parts = store().parts(thread.value());
    run(shortHouse(), "saved", RunOptions.defaults());
    awaitSaved(Seen.of(shortHouse(), thread));

    store().delete(thread.value());
    parts.forEach(part -> StoredThreads.put(store(), backup, part));
    run(shortHouse(), "saved", RunOptions.defaults());
    Seen before = Seen.of(shortHouse(), thread);
    awaitSaved(before);

    forgetHere(shortHouse());
    Seen after = Seen.of(shortHouse(), thread);
    assertThat(after.now()).isEqualTo(before.now());
    assertThat(after.history()).hasSameSizeAs(before.history());
    assertThat(after.events()).isEqualTo(before.events());
  }

  @Test
  void shouldDeleteWhatWasSavedWithTheThread() throws Exception {
    run(house(), "approval", RunOptions.defaults());
    awaitSaved(Seen.of(house(), thread));

    house().runtime().delete(thread);

    assertThat(store().find(thread.value())).isEmpty();
    assertThatThrownBy(() -> house().runtime().snapshot(thread))
        .isInstanceOf(UnknownThreadException.class);
  }

  private List<String> savedOfFamily() {
    return store().ids("", 10_000).stream().filter(id -> id.startsWith(thread.value())).toList();
  }

  @Test
  void shouldDeleteWhatWasSavedOfThreadsThatWorkForIt() throws Exception {
    run(house(), "family", RunOptions.defaults());
    await().atMost(LONGEST).until(() -> savedOfFamily().size() == 2);
    ThreadId child = ThreadId.of(savedOfFamily().get(1));
    awaitEnded(child);
    // the server has forgotten it long ago
    forget(house(), child);

    house().runtime().delete(thread);

    assertThat(savedOfFamily()).isEmpty();
    assertThatThrownBy(() -> house().runtime().snapshot(child))
        .isInstanceOf(UnknownThreadException.class);
  }

  @Test
  void shouldDeleteTheChildrenThatADeletionHasLeftBefore() throws Exception {
    run(house(), "family", RunOptions.defaults());
    await().atMost(LONGEST).until(() -> savedOfFamily().size() == 2);
    awaitSaved(Seen.of(house(), thread));
    awaitEnded(ThreadId.of(savedOfFamily().get(1)));
    forget(house(), thread);
    store().delete(thread.value());

    house().runtime().delete(thread);

    assertThat(savedOfFamily()).isEmpty();
  }

  @Test
  void shouldEraseWhatWasSavedOfThreadsThatWorkForIt() throws Exception {
    run(house(), "family", RunOptions.defaults());
    await().atMost(LONGEST).until(() -> savedOfFamily().size() == 2);
    awaitEnded(ThreadId.of(savedOfFamily().get(1)));

    ErasureReport report = Erasure.on(house().runtime()).thread(thread);

    assertThat(report.entries()).noneMatch(it -> it.outcome() == Outcome.UNREACHED);
    assertThat(savedOfFamily()).isEmpty();
  }

  @Test
  void shouldDeleteAThreadOfTheLongestName() throws Exception {
    ThreadId longest = ThreadId.of("t".repeat(164) + thread.value());
    RunOptions alone = RunOptions.builder().alone().build();
    house().runtime().start("saved", longest, StateUpdate.empty(), alone).await(LONGEST);
    awaitEnded(longest);

    house().runtime().delete(longest);

    assertThat(store().find(longest.value())).isEmpty();
    assertThatThrownBy(() -> house().runtime().snapshot(longest))
        .isInstanceOf(UnknownThreadException.class);
  }

  @Test
  void shouldDeleteAThreadThatOnlyTheStoreKnows() throws Exception {
    run(house(), "approval", RunOptions.defaults());
    awaitSaved(Seen.of(house(), thread));
    forget(house(), thread);

    house().runtime().delete(thread);

    assertThat(store().find(thread.value())).isEmpty();
    assertThatThrownBy(() -> house().runtime().snapshot(thread))
        .isInstanceOf(UnknownThreadException.class);
  }

  @Test
  void shouldSaveAThreadAnewThatBeganAnew() throws Exception {
    RunOptions alone = RunOptions.builder().alone().build();
    run(house(), "saved", alone);
    await().atMost(LONGEST).until(() -> store().find(thread.value()).isPresent());
    run(house(), "approval", RunOptions.defaults());
    await()
        .atMost(LONGEST)
        .until(
            () ->
                store()
                    .find(thread.value())
                    .filter(it -> it.graph().equals("approval"))
                    .isPresent());

    assertThat(store().parts(thread.value())).hasSize(1);
    RunResult answered =
        house()
            .runtime()
            .answer(thread, Answer.single(new Samples.Approval(true, "ok")))
            .await(LONGEST);
    assertThat(answered.status()).isEqualTo(RunStatus.FINISHED);
  }
}

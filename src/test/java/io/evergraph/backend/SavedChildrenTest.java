package io.evergraph.backend;

import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.evergraph.error.StoreUnavailableException;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Embedding;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Question;
import io.evergraph.runtime.Erasure;
import io.evergraph.runtime.ErasureReport;
import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunResult;
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
import io.evergraph.state.ListChannel;
import io.evergraph.state.StateUpdate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a store keeps of threads that work for others, when those go. */
class SavedChildrenTest {
  private static final ListChannel<String> LOG = ListChannel.append("log", String.class);

  private static final ThreadQuery ANY = new ThreadQuery(null, null, 100);

  private final LocalCheckpointStore store = new LocalCheckpointStore();
  private final ThreadId thread = ThreadId.of("parent");
  private final Graph graph = around("outer", around("middle", inner()));

  private static Graph inner() {
    return Graph.builder("inner")
        .channels(LOG)
        .node(
            "ask",
            context -> {
              context.emitter().custom("from inside");
              return Command.update(LOG, "" + context.interrupt(Question.of("?")));
            })
        .edge(START, "ask")
        .build();
  }

  private static Graph around(String name, Graph inner) {
    return Graph.builder(name)
        .channels(LOG)
        .subgraph("child", inner, Embedding.ownThread())
        .edge(START, "child")
        .build();
  }

  private InMemoryRuntime runtime() {
    return InMemoryRuntime.builder(GraphRegistry.of(graph)).checkpoints(store).build();
  }

  private List<String> saved() {
    return store.ids("", 100);
  }

  private void runToTheEnd() {
    runToTheEnd(thread, ThreadId.of("parent.other"));
  }

  private void runToTheEnd(ThreadId thread, ThreadId other) {
    try (InMemoryRuntime runtime = runtime()) {
      RunResult asked =
          runtime.start("outer", thread, StateUpdate.empty(), RunOptions.defaults()).await();
      assertThat(asked.status()).isEqualTo(RunStatus.WAITING);
      runtime.start("outer", other, StateUpdate.empty(), RunOptions.defaults()).await();
      assertThat(runtime.answer(thread, Answer.single("yes")).await().status())
          .isEqualTo(RunStatus.FINISHED);
    }
    assertThat(saved()).hasSize(6);
  }

  @Test
  void shouldDeleteChildrenThatEndedBeforeTheProcessBegan() {
    runToTheEnd();

    try (InMemoryRuntime again = runtime()) {
      again.delete(thread);

      assertThat(saved()).hasSize(3).allMatch(id -> id.startsWith("parent.other"));
    }
  }

  @Test
  void shouldDeleteChildrenWhoseCallersHaveLongIds() {
    ThreadId first = ThreadId.of("a".repeat(170) + "-first");
    ThreadId second = ThreadId.of("a".repeat(170) + "-second");
    runToTheEnd(first, second);

    try (InMemoryRuntime again = runtime()) {
      again.delete(first);
      assertThat(saved()).hasSize(3).contains(second.value());
      again.delete(second);
      assertThat(saved()).isEmpty();
    }
  }

  @Test
  void shouldEraseChildrenThatEndedBeforeTheProcessBegan() {
    runToTheEnd();

    try (InMemoryRuntime again = runtime()) {
      ErasureReport plan = Erasure.on(again).dryRun(true).thread(thread);
      assertThat(saved()).hasSize(6);
      ErasureReport report = Erasure.on(again).thread(thread);

      assertThat(plan.isComplete()).isTrue();
      assertThat(report.isComplete()).isTrue();
      assertThat(saved()).hasSize(3).allMatch(id -> id.startsWith("parent.other"));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void shouldKeepAThreadThatNamesAChildUntilTheChildIsErasedToo(int level) {
    runToTheEnd();
    String child = saved().get(level);
    AtomicBoolean away = new AtomicBoolean(true);
    CheckpointStore deaf =
        new StoreInFront(store) {
          @Override
          public boolean delete(String id) {
            if (id.equals(child) && away.get()) {
              throw new StoreUnavailableException("the store", "it is away");
            }
            return super.delete(id);
          }
        };

    try (InMemoryRuntime again =
        InMemoryRuntime.builder(GraphRegistry.of(graph)).checkpoints(deaf).build()) {
      assertThat(Erasure.on(again).thread(thread).isComplete()).isFalse();
      assertThat(saved()).contains(thread.value(), child);
      away.set(false);
      assertThat(Erasure.on(again).thread(thread).isComplete()).isTrue();

      assertThat(saved()).hasSize(3).allMatch(id -> id.startsWith("parent.other"));
    }
  }

  @Test
  void shouldForgetWhatChildrenHaveEmittedToo() {
    try (InMemoryRuntime runtime = runtime()) {
      runtime.start("outer", thread, StateUpdate.empty(), RunOptions.defaults()).await();
      await().until(() -> saved().size() == 3);
      List<String> family = saved();

      Erasure.on(runtime).thread(thread);

      assertThat(family).allMatch(id -> runtime.bus().forget(id) == 0);
      await().untilAsserted(() -> assertThat(saved()).isEmpty());
    }
  }

  private RunResult begin(InMemoryRuntime runtime) {
    return runtime.start("outer", thread, StateUpdate.empty(), RunOptions.defaults()).await();
  }

  private static List<String> open(InMemoryRuntime runtime) {
    return runtime.threads(ANY).stream().map(ThreadId::value).sorted().toList();
  }

  @Test
  void shouldEndChildrenWhoseTaskIsAbandonedForANewInput() {
    try (InMemoryRuntime runtime = runtime()) {
      begin(runtime);
      List<String> first = open(runtime);
      begin(runtime);

      assertThat(open(runtime)).hasSize(3).isNotEqualTo(first);
      await().untilAsserted(() -> assertThat(saved()).hasSize(3));
    }

    try (InMemoryRuntime again = runtime()) {
      assertThat(open(again)).hasSize(3);
      assertThat(again.answer(thread, Answer.single("yes")).await().status())
          .isEqualTo(RunStatus.FINISHED);
    }
  }

  @Test
  void shouldEndChildrenOfAnEarlierProcessWhoseTaskIsAbandoned() {
    try (InMemoryRuntime runtime = runtime()) {
      begin(runtime);
    }

    try (InMemoryRuntime again = runtime()) {
      List<String> first = open(again);
      begin(again);

      assertThat(open(again)).hasSize(3).isNotEqualTo(first);
      await().untilAsserted(() -> assertThat(saved()).hasSize(3));
    }
  }

  /** A value that a later release cannot read any more. */
  record Note(String text) {
    private static volatile boolean readable = true;

    @JsonCreator
    static Note of(@JsonProperty("text") String text) {
      if (!readable) {
        throw new IllegalArgumentException("written by an earlier release");
      }
      return new Note(text);
    }
  }

  private static final Channel<Note> NOTE = Channel.of("note", Note.class);

  private static Graph noting(CountDownLatch begun, CountDownLatch may) {
    return Graph.builder("noting")
        .channels(LOG, NOTE)
        .node("note", context -> Command.update(NOTE, new Note("n")))
        .node(
            "last",
            context -> {
              begun.countDown();
              may.await();
              return Command.update(LOG, "end");
            })
        .edge(START, "note")
        .edge("note", "last")
        .build();
  }

  @Test
  void shouldParkTheTaskOfAChildThatCannotBeReadAnyMore() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch may = new CountDownLatch(1);
    Graph caller = around("caller", noting(begun, may));
    GraphRegistry graphs = GraphRegistry.of(caller);
    try (InMemoryRuntime runtime = InMemoryRuntime.builder(graphs).checkpoints(store).build()) {
      RunHandle unused = runtime.start(caller, thread, StateUpdate.empty());
      begun.await();
      await().until(() -> saved().size() == 2);
    }
    may.countDown();
    Note.readable = false;

    try (InMemoryRuntime again = InMemoryRuntime.builder(graphs).checkpoints(store).build()) {
      await().until(() -> again.snapshot(thread).status() == ThreadStatus.ERROR);

      assertThat(again.parked(thread))
          .singleElement()
          .satisfies(it -> assertThat(it.failure().message()).contains("note"));
      Note.readable = true;
      RunResult retried = again.answer(thread, Answer.retry()).await();
      assertThat(retried.status()).isEqualTo(RunStatus.FINISHED);
    } finally {
      Note.readable = true;
    }
  }

  @Test
  void shouldDeleteTheChildrenThatADeletionHasLeftBefore() {
    runToTheEnd();
    store.delete(thread.value());

    try (InMemoryRuntime again = runtime()) {
      again.delete(thread);

      assertThat(saved()).hasSize(3).allMatch(id -> id.startsWith("parent.other"));
    }
  }

  @Test
  void shouldDeleteAChildThatCannotBeReadAnyMore() {
    runToTheEnd();
    String child = saved().get(1);
    StoredThreads.put(
        store,
        store.find(child).orElseThrow(),
        new SavedPart(child, SavedPart.FIRST, 1, 0, "{\"for"));

    try (InMemoryRuntime again = runtime()) {
      again.delete(thread);

      assertThat(saved()).hasSize(3).allMatch(id -> id.startsWith("parent.other"));
    }
  }

  private Instant savedAtOf(String id) {
    return store.find(id).map(SavedThread::savedAt).orElse(Instant.MIN);
  }

  /** Nothing happens on the child, while its caller is at work. */
  @Test
  void shouldKeepAChildThatWaitsForAsLongAsItsCaller() throws Exception {
    CountDownLatch may = new CountDownLatch(1);
    Graph busy =
        Graph.builder("busy")
            .channels(LOG)
            .subgraph("child", inner(), Embedding.ownThread())
            .node(
                "long",
                context -> {
                  may.await();
                  return Command.none();
                })
            .edge(START, "child")
            .edge(START, "long")
            .build();
    Duration keep = Duration.ofSeconds(1);
    GraphRegistry graphs = GraphRegistry.of(busy);
    try (InMemoryRuntime runtime =
        InMemoryRuntime.builder(graphs).checkpoints(store).keepStopped(keep).build()) {
      RunHandle run = runtime.start(busy, thread, StateUpdate.empty());
      await().until(() -> saved().size() == 2);
      String child = saved().get(1); // it is away for a moment before it is saved again
      Instant first = savedAtOf(child);
      await().until(() -> savedAtOf(child).isAfter(first.plus(keep)));

      may.countDown();
      RunResult asked = run.await();

      assertThat(asked.status()).isEqualTo(RunStatus.WAITING);
      assertThat(runtime.answer(thread, Answer.single("yes")).await().status())
          .isEqualTo(RunStatus.FINISHED);
    }
  }
}

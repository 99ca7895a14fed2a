package io.evergraph.backend;

import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.evergraph.error.InvalidValueException;
import io.evergraph.error.StoreUnavailableException;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Question;
import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.runtime.spi.CheckpointStore;
import io.evergraph.runtime.spi.LocalCheckpointStore;
import io.evergraph.runtime.spi.SavedPart;
import io.evergraph.runtime.spi.SavedThread;
import io.evergraph.runtime.spi.SavedThread.Progress;
import io.evergraph.state.ListChannel;
import io.evergraph.state.StateUpdate;
import java.lang.reflect.Proxy;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a process does at its start about threads that a store has and cannot give. */
class UnreadableThreadsTest {
  private static final ListChannel<String> LOG = ListChannel.append("log", String.class);

  private static final ThreadId DAMAGED = ThreadId.of("a");
  private static final ThreadId WHOLE = ThreadId.of("b");

  private final LocalCheckpointStore store = new LocalCheckpointStore();
  private final Graph asking =
      Graph.builder("asking")
          .channels(LOG)
          .node("ask", context -> Command.update(LOG, "" + context.interrupt(Question.of("?"))))
          .edge(START, "ask")
          .build();

  private static InMemoryRuntime runtime(CheckpointStore store, Graph graph) {
    return InMemoryRuntime.builder(GraphRegistry.of(graph)).checkpoints(store).build();
  }

  private void saveBoth() {
    try (InMemoryRuntime runtime = runtime(store, asking)) {
      runtime.start(asking, DAMAGED, StateUpdate.empty()).await();
      runtime.start(asking, WHOLE, StateUpdate.empty()).await();
    }
  }

  private void assertTheOtherGoesOn() {
    try (InMemoryRuntime again = runtime(store, asking)) {
      assertThatThrownBy(() -> again.snapshot(DAMAGED))
          .isInstanceOf(InvalidValueException.class)
          .hasMessageContaining("a");
      assertThat(again.answer(WHOLE, Answer.single("yes")).await().status())
          .isEqualTo(RunStatus.FINISHED);
      again.delete(DAMAGED);
    }
    assertThat(store.find(DAMAGED.value())).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "null", "{}", "{\"format\":1,\"progress\":{}}", "{\"for"})
  void shouldGoOnWithTheOthersWhereAPartIsDamaged(String content) {
    saveBoth();
    SavedThread thread = store.find(DAMAGED.value()).orElseThrow();

    StoredThreads.put(
        store, thread, new SavedPart(DAMAGED.value(), SavedPart.FIRST, 1, 0, content));

    assertTheOtherGoesOn();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "null", "{}", "{\"for"})
  void shouldGoOnWithTheOthersWhereAHeadIsDamaged(String head) {
    saveBoth();
    SavedThread thread = store.find(DAMAGED.value()).orElseThrow();

    StoredThreads.put(
        store,
        new SavedThread(thread.id(), thread.graph(), thread.progress(), head, thread.savedAt()));

    assertTheOtherGoesOn();
  }

  @Test
  void shouldGoOnWithTheOthersWhereNobodyKnowsHowOneStands() {
    saveBoth();
    SavedThread thread = store.find(DAMAGED.value()).orElseThrow();

    StoredThreads.put(
        store,
        new SavedThread(
            thread.id(), thread.graph(), Progress.of("ASLEEP"), thread.head(), thread.savedAt()));

    assertTheOtherGoesOn();
  }

  private CheckpointStore goingAwayAt(ThreadId thread) {
    return (CheckpointStore)
        Proxy.newProxyInstance(
            CheckpointStore.class.getClassLoader(),
            new Class<?>[] {CheckpointStore.class},
            (self, method, arguments) -> {
              if (method.getName().equals("parts") && arguments[0].equals(thread.value())) {
                throw new StoreUnavailableException(thread.value(), "away");
              }
              return method.invoke(store, arguments);
            });
  }

  @Test
  void shouldStopWhatGoesOnAlreadyWhereTheStoreGoesAwayAtTheStart() throws Exception {
    Semaphore begun = new Semaphore(0);
    Semaphore interrupted = new Semaphore(0);
    Graph graph =
        Graph.builder("long")
            .channels(LOG)
            .node(
                "n",
                context -> {
                  begun.release();
                  try {
                    new CountDownLatch(1).await();
                  } catch (InterruptedException stopped) {
                    interrupted.release();
                  }
                  return Command.none();
                })
            .edge(START, "n")
            .build();
    try (InMemoryRuntime runtime = runtime(store, graph)) {
      RunHandle unused = runtime.start(graph, DAMAGED, StateUpdate.empty());
      unused = runtime.start(graph, WHOLE, StateUpdate.empty());
      begun.acquire(2);
      await().until(() -> store.ids("", 10).size() == 2);
    }
    interrupted.acquire(2);

    assertThatThrownBy(() -> runtime(goingAwayAt(WHOLE), graph))
        .isInstanceOf(StoreUnavailableException.class);

    await().until(() -> begun.availablePermits() == interrupted.availablePermits());
  }
}

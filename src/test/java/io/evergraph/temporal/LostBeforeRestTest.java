package io.evergraph.temporal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.evergraph.backend.StoreInFront;
import io.evergraph.backend.StoredThreads;
import io.evergraph.graph.Answer;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.runtime.spi.LocalCheckpointStore;
import io.evergraph.runtime.spi.SavedPart;
import io.evergraph.runtime.spi.SavedThread;
import io.evergraph.state.StateUpdate;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A store that loses a thread again while the thread rests, before its workflow completes. */
class LostBeforeRestTest {
  private static final Duration LONGEST = Duration.ofSeconds(60);

  private final ThreadId thread = ThreadId.random();
  private final LosingStore store = new LosingStore();
  private final TemporalHouse house =
      TemporalHouse.on(
          EmbeddedTemporal.start(RestingContract.resting(store).build(), StateCodec.create()),
          SavedContract.graphs());

  /** A store to which something happens as soon as the next part is saved. */
  private static final class LosingStore extends StoreInFront {
    private Runnable before = () -> {};
    private Runnable loss = () -> {};

    LosingStore() {
      super(new LocalCheckpointStore());
    }

    synchronized void beforeNextPart(Runnable next) {
      before = next;
    }

    synchronized void afterNextPart(Runnable next) {
      loss = next;
    }

    @Override
    public synchronized boolean save(
        SavedThread saved, @Nullable SavedPart part, @Nullable Instant last) {
      Runnable first = before;
      before = () -> {};
      first.run();
      boolean isSaved = super.save(saved, part, last);
      if (part != null) {
        Runnable now = loss;
        loss = () -> {};
        now.run();
      }
      return isSaved;
    }
  }

  @AfterEach
  void close() {
    house.close();
  }

  private RunResult run(String graph) throws Exception {
    return house
        .runtime()
        .start(graph, thread, StateUpdate.empty(), RunOptions.defaults())
        .await(LONGEST);
  }

  private void awaitRest() {
    await()
        .atMost(LONGEST)
        .until(
            () ->
                house
                        .connection()
                        .client()
                        .newUntypedWorkflowStub(thread.value())
                        .describe()
                        .getStatus()
                    == WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_COMPLETED);
  }

  @Test
  void shouldGoOnWithAThreadThatTheStoreHadDeleted() throws Exception {
    store.afterNextPart(() -> store.delete(thread.value()));
    run("approval");
    awaitRest();

    Answer answer = Answer.single(new Samples.Approval(true, "ok"));
    RunResult answered = house.runtime().answer(thread, answer).await(LONGEST);

    assertThat(answered.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(answered.state().get(Samples.LOG)).containsExactly("prepared", "true ok");
  }

  @Test
  void shouldSaveAllOfAThreadThatIsDeletedFromTheStoreWhileItIsSaved() throws Exception {
    run("saved");
    await().atMost(LONGEST).until(() -> !store.parts(thread.value()).isEmpty());
    store.beforeNextPart(() -> store.delete(thread.value()));
    run("saved");
    awaitRest();

    assertThat(store.parts(thread.value()).get(0).isFirst()).isTrue();
    assertThat(run("saved").state().get(Samples.LOG))
        .containsExactly("first", "second", "first", "second", "first", "second");
  }

  @Test
  void shouldGoOnWithWhatAnOlderBackupLacked() throws Exception {
    run("saved");
    await().atMost(LONGEST).until(() -> !store.parts(thread.value()).isEmpty());
    SavedThread backup = store.find(thread.value()).orElseThrow();
    List<SavedPart> parts = store.parts(thread.value());
    store.afterNextPart(() -> restore(backup, parts));
    run("saved");
    awaitRest();

    RunResult third = run("saved");
    assertThat(third.state().get(Samples.LOG))
        .containsExactly("first", "second", "first", "second", "first", "second");
  }

  private void restore(SavedThread backup, List<SavedPart> parts) {
    store.delete(thread.value());
    parts.forEach(part -> StoredThreads.put(store, backup, part));
  }
}

package io.evergraph.temporal;

import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.evergraph.error.UnknownThreadException;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Embedding;
import io.evergraph.graph.Graph;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadSnapshot;
import io.evergraph.runtime.ThreadStatus;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.state.StateUpdate;
import io.evergraph.temporal.connection.TemporalConnection;
import io.evergraph.temporal.connection.TemporalOptions;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.workflowservice.v1.DeleteWorkflowExecutionRequest;
import io.temporal.api.workflowservice.v1.DeleteWorkflowExecutionResponse;
import io.temporal.client.WorkflowExecutionMetadata;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What becomes of deleted threads where calls are lost, and where others use their ids again. */
@Tag("real")
@Tag("slow")
class DeletedThreadsTest {
  private static final Duration LONGEST = Duration.ofSeconds(60);
  private static final Graph CALLING =
      Graph.builder("calling")
          .channels(Samples.LOG)
          .subgraph("child", Samples.approval(), Embedding.ownThread())
          .edge(START, "child")
          .build();

  private final ThreadId thread = ThreadId.random();

  private static TemporalHouse house(String target) {
    TemporalOptions options =
        TemporalOptions.builder().target(target).taskQueue("deleted-threads").build();
    return TemporalHouse.on(
        TemporalConnection.open(options, StateCodec.create()), CALLING, Samples.approval());
  }

  /** Returns the child, once the server lists it. */
  private ThreadId waitingChild(TemporalHouse house) throws Exception {
    house.runtime().start(CALLING, thread, StateUpdate.empty()).await(LONGEST);
    List<String> children = await().atMost(LONGEST).until(() -> listed(house), it -> !it.isEmpty());
    return ThreadId.of(children.get(0));
  }

  private List<String> listed(TemporalHouse house) {
    return house
        .connection()
        .client()
        .listExecutions("ParentWorkflowId = '" + thread.value() + "'")
        .map(WorkflowExecutionMetadata::getExecution)
        .map(WorkflowExecution::getWorkflowId)
        .toList();
  }

  private static void assertIsGone(TemporalHouse house, ThreadId gone) {
    assertThatThrownBy(() -> house.runtime().snapshot(gone))
        .isInstanceOf(UnknownThreadException.class);
  }

  @Test
  void shouldDeleteChildrenThoughTheAnswerToTheDeletionWasLost() throws Exception {
    try (FlakyFrontend frontend = new FlakyFrontend(RealTemporal.address());
        TemporalHouse house = house(frontend.address())) {
      ThreadId child = waitingChild(house);
      frontend.lose("DeleteWorkflowExecution", 1);

      house.runtime().delete(thread);

      assertThat(frontend.leftToLose("DeleteWorkflowExecution")).isZero();
      assertIsGone(house, thread);
      assertIsGone(house, child);
    }
  }

  @Test
  void shouldDeleteTheChildrenThatABrokenDeletionHasLeft() throws Exception {
    try (TemporalHouse house = house(RealTemporal.address())) {
      ThreadId child = waitingChild(house);
      breakOffAfterTheParent(house);

      house.runtime().delete(thread);

      assertIsGone(house, child);
      assertThatThrownBy(() -> house.runtime().delete(thread))
          .isInstanceOf(UnknownThreadException.class);
    }
  }

  private void breakOffAfterTheParent(TemporalHouse house) {
    DeleteWorkflowExecutionResponse unused =
        house
            .connection()
            .stub()
            .deleteWorkflowExecution(
                DeleteWorkflowExecutionRequest.newBuilder()
                    .setNamespace(house.connection().options().namespace())
                    .setWorkflowExecution(
                        WorkflowExecution.newBuilder().setWorkflowId(thread.value()))
                    .build());
    await().atMost(LONGEST).untilAsserted(() -> assertIsGone(house, thread));
  }

  @Test
  void shouldKnowAThreadThatAnotherProcessHasBegunAfterItWasDeletedHere() throws Exception {
    try (TemporalHouse here = house(RealTemporal.address());
        TemporalHouse elsewhere = house(RealTemporal.address())) {
      startAlone(here);
      Answer yes = Answer.single(new Samples.Approval(true, "ok"));
      here.runtime().answer(thread, yes).await(LONGEST);
      here.runtime().delete(thread);
      assertIsGone(here, thread);

      startAlone(elsewhere);

      ThreadSnapshot seen = here.runtime().snapshot(thread);
      assertThat(seen.status()).isEqualTo(ThreadStatus.INTERRUPTED);
      here.runtime().delete(thread);
      assertIsGone(here, thread);
    }
  }

  private void startAlone(TemporalHouse house) throws Exception {
    RunOptions alone = RunOptions.builder().alone().build();
    house
        .runtime()
        .start(Samples.approval().name(), thread, StateUpdate.empty(), alone)
        .await(LONGEST);
  }
}

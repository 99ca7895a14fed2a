package io.evergraph.temporal;

import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Embedding;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Question;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadStatus;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.unsafe.WorkflowUnsafe;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Results that some workers can read and others cannot, as while a type gets new values. */
@Tag("real")
class UnreadResultTest {
  private static final Duration LONGEST = Duration.ofSeconds(60);
  private static final Channel<Label> LABEL = Channel.of("label", Label.class);
  private static final TemporalHouse HOUSE = TemporalHouse.real("unread-result");
  private static final AtomicInteger REFUSALS = new AtomicInteger();
  private static volatile boolean isOld;

  private final ThreadId thread = ThreadId.random();

  /** Old workers cannot read it where they interpret a thread that works for no other one. */
  record Label(String text) {
    @JsonCreator
    static Label read(@JsonProperty("text") String text) {
      boolean interprets =
          WorkflowUnsafe.isWorkflowThread() && Workflow.getInfo().getParentWorkflowId().isEmpty();
      if (isOld && interprets) {
        REFUSALS.incrementAndGet();
        throw new IllegalArgumentException("a label of a later version");
      }
      return new Label(text);
    }
  }

  @BeforeEach
  void begin() {
    REFUSALS.set(0);
  }

  @AfterEach
  void end() {
    isOld = false;
  }

  @AfterAll
  static void close() {
    HOUSE.close();
  }

  private static Graph labelling() {
    return Graph.builder("labelling")
        .channels(Samples.LOG, LABEL)
        .node("write", context -> Command.update(LABEL, new Label("new")))
        .node("end", context -> Command.update(Samples.LOG, context.state().get(LABEL).text()))
        .edge(START, "write")
        .edge("write", "end")
        .build();
  }

  private RunResult start(Graph graph) throws Exception {
    return HOUSE.runtime().start(graph, thread, StateUpdate.empty()).await(LONGEST);
  }

  private RunResult retry() throws Exception {
    return HOUSE.runtime().answer(thread, Answer.retry()).await(LONGEST);
  }

  private static void replaceByWorker(boolean old) {
    isOld = old;
    HOUSE.replaceWorker();
  }

  @Test
  void shouldRetryATaskWhoseResultAnOlderWorkerCouldNotRead() throws Exception {
    isOld = true;
    RunResult parked = start(labelling());
    assertThat(parked.error().orElseThrow()).hasMessageContaining("a label of a later version");

    replaceByWorker(false);
    RunResult result = retry();

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.state().get(Samples.LOG)).containsExactly("new");
    assertThat(HOUSE.runtime().events(thread, 1).toString()).contains("a label of a later version");
  }

  @Test
  void shouldTakeTheSecondResultOfATaskWhoseFirstCouldNotBeRead() throws Exception {
    isOld = true;
    start(labelling());
    isOld = false;
    assertThat(retry().status()).isEqualTo(RunStatus.FINISHED);

    replaceByWorker(false);

    assertThat(HOUSE.runtime().snapshot(thread).state().get(Samples.LOG)).containsExactly("new");
    assertThat(start(labelling()).status()).isEqualTo(RunStatus.FINISHED);
  }

  @Test
  void shouldRetryATaskWhoseSubgraphToldWhatAnOlderWorkerCouldNotRead() throws Exception {
    Graph graph =
        Graph.builder("around_labelling")
            .channels(Samples.LOG, LABEL)
            .subgraph("child", labelling(), Embedding.ownThread())
            .edge(START, "child")
            .build();
    isOld = true;
    RunResult parked = start(graph);
    assertThat(parked.error().orElseThrow()).hasMessageContaining("a label of a later version");

    replaceByWorker(false);
    RunResult result = retry();

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.state().get(Samples.LOG)).containsExactly("new");
  }

  /** Writes a label, and asks beside it. */
  private static Graph asking() {
    return Graph.builder("labelling_beside")
        .channels(Samples.LOG, LABEL)
        .node("write", context -> Command.update(LABEL, new Label("new")))
        .node(
            "ask", context -> Command.update(Samples.LOG, "" + context.interrupt(Question.of("?"))))
        .edge(START, "write")
        .edge(START, "ask")
        .build();
  }

  @Test
  void shouldWaitForAWorkerThatCanReadWhatAnotherOneHasRead() throws Exception {
    start(asking());

    replaceByWorker(true);
    HOUSE
        .connection()
        .client()
        .newUntypedWorkflowStub(thread.value())
        .signal("resume", Map.of("value", "yes"));
    await().atMost(LONGEST).until(() -> REFUSALS.get() > 0);
    isOld = false;

    await()
        .atMost(LONGEST)
        .until(() -> HOUSE.runtime().snapshot(thread).status() == ThreadStatus.IDLE);
    assertThat(HOUSE.runtime().snapshot(thread).state().get(LABEL)).isEqualTo(new Label("new"));
  }
}

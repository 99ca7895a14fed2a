package io.evergraph.temporal;

import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.graph.Command;
import io.evergraph.graph.Embedding;
import io.evergraph.graph.Graph;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadQuery;
import io.evergraph.runtime.ThreadStatus;
import io.evergraph.state.StateUpdate;
import io.temporal.client.WorkflowClient;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** The list of open threads that a process with an embedded server keeps by itself. */
class EmbeddedThreadListTest {
  private static final Duration LONGEST = Duration.ofSeconds(60);
  private static final TemporalHouse HOUSE = TemporalHouse.embedded();

  private final ThreadId thread = ThreadId.random();

  @AfterAll
  static void close() {
    HOUSE.close();
  }

  private static List<ThreadId> waiting() {
    return HOUSE.runtime().threads(ThreadQuery.of(ThreadStatus.INTERRUPTED));
  }

  private RunResult start(Graph graph) throws Exception {
    return HOUSE.runtime().start(graph, thread, StateUpdate.empty()).await(LONGEST);
  }

  private ThreadId child() {
    return ThreadId.ofChild(thread, HOUSE.runtime().snapshot(thread).tasks().get(0).id());
  }

  @Test
  void shouldNotListAChildThatWasEndedWithItsCall() throws Exception {
    Graph graph =
        Graph.builder("around_approval")
            .channels(Samples.LOG)
            .subgraph("child", Samples.approval(), Embedding.ownThread())
            .edge(START, "child")
            .build();
    start(graph);
    ThreadId abandoned = child();
    assertThat(waiting()).contains(thread, abandoned);

    start(graph);

    await().atMost(LONGEST).until(() -> !waiting().contains(abandoned));
    assertThat(waiting()).contains(thread, child());
  }

  @Test
  void shouldNotListAThreadThatTemporalWasAskedToCancel() throws Exception {
    start(Samples.approval());
    assertThat(waiting()).contains(thread);

    HOUSE.connection().client().newUntypedWorkflowStub(thread.value()).cancel();

    await().atMost(LONGEST).until(() -> !waiting().contains(thread));
  }

  @Test
  void shouldListAThreadThatBeganAnewThoughTheOneBeforeIsReadOnceMore() throws Exception {
    Graph once =
        Graph.builder("once").node("n", context -> Command.none()).edge(START, "n").build();
    HOUSE.graphs().register(once);
    RunOptions alone = RunOptions.builder().alone().build();
    RunResult unused =
        HOUSE.runtime().start("once", thread, StateUpdate.empty(), alone).await(LONGEST);
    WorkflowClient client = HOUSE.connection().client();
    String before =
        client.newUntypedWorkflowStub(thread.value()).describe().getExecution().getRunId();
    start(Samples.approval());
    assertThat(waiting()).contains(thread);

    JsonNode read =
        client
            .newUntypedWorkflowStub(thread.value(), Optional.of(before), Optional.empty())
            .query("status", JsonNode.class);

    assertThat(read.get("status").asText()).isEqualTo("IDLE");
    assertThat(waiting()).contains(thread);
  }
}

package io.evergraph.temporal;

import static io.evergraph.graph.Graph.START;
import static io.temporal.api.enums.v1.EventType.EVENT_TYPE_CHILD_WORKFLOW_EXECUTION_TERMINATED;
import static io.temporal.api.enums.v1.EventType.EVENT_TYPE_WORKFLOW_EXECUTION_CANCELED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Embedding;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.Question;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.state.StateUpdate;
import io.temporal.api.enums.v1.EventType;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.api.sdk.v1.WorkflowMetadata;
import io.temporal.client.WorkflowExecutionDescription;
import io.temporal.client.WorkflowStub;
import io.temporal.common.converter.GlobalDataConverter;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Subgraphs as child workflows on a real server: what its page shows, what it keeps and takes. */
@Tag("real")
class ChildWorkflowTest {
  private static final Duration LONGEST = Duration.ofSeconds(60);
  private static final TemporalHouse HOUSE = TemporalHouse.real("child-workflows");

  private final ThreadId thread = ThreadId.random();

  @AfterAll
  static void close() {
    HOUSE.close();
  }

  private static Graph review(NodeAction action) {
    return Graph.builder("review")
        .channels(Samples.LOG)
        .node("check", action)
        .edge(START, "check")
        .build();
  }

  private static Graph order(NodeAction before, NodeAction inside) {
    return Graph.builder("order")
        .channels(Samples.LOG)
        .node("before", before)
        .node("more", before)
        .subgraph("child", review(inside), Embedding.ownThread())
        .edge(START, "before")
        .edge("before", "more")
        .edge("more", "child")
        .build();
  }

  private static NodeAction asks() {
    return context -> Command.update(Samples.LOG, "" + context.interrupt(Question.of("Fine?")));
  }

  private RunResult start(TemporalHouse house, Graph graph) throws TimeoutException {
    house.runtime().graphs().register(graph);
    return house
        .runtime()
        .start("order", thread, StateUpdate.empty(), RunOptions.defaults())
        .await(LONGEST);
  }

  private static ThreadId childOf(RunResult asked) {
    return ThreadId.ofChild(asked.snapshot().thread(), asked.snapshot().tasks().get(0).id());
  }

  private static WorkflowStub workflow(ThreadId id) {
    return HOUSE
        .connection()
        .client()
        .newUntypedWorkflowStub(id.value(), Optional.empty(), Optional.empty());
  }

  private static String currentDetails(ThreadId id) {
    return workflow(id)
        .query("__temporal_workflow_metadata", WorkflowMetadata.class)
        .getCurrentDetails();
  }

  @Test
  void shouldShowWhoseTaskAChildWorksFor() throws Exception {
    RunResult asked = start(HOUSE, order(Samples.log("in"), asks()));
    ThreadId child = childOf(asked);

    WorkflowExecutionDescription description = workflow(child).describe();
    assertThat(description.getWorkflowType()).isEqualTo("Graph");
    assertThat(description.getStaticSummary()).isEqualTo("review 1");
    assertThat(description.getStaticDetails())
        .isEqualTo(
            "Graph **review**, version 1\n\nWorks for task `%s` of thread `%s`."
                .formatted(asked.snapshot().tasks().get(0).id(), thread));
    assertThat(Objects.requireNonNull(description.getParentExecution()).getWorkflowId())
        .isEqualTo(thread.value());
    assertThat(currentDetails(child))
        .startsWith("**interrupted** in graph `review`, after step 0, next: `check`")
        .contains("`check` asks: Fine?");
    assertThat(currentDetails(thread))
        .contains("`child` asks: Fine?\n\nAsked on thread `" + child + "`.");
  }

  @Test
  void shouldNotAskAgainWhenAReportCrossesAnAnswer() throws Exception {
    CountDownLatch goesOn = new CountDownLatch(1);
    NodeAction asksAndHolds =
        context -> {
          Object answer = context.interrupt(Question.of("Fine?"));
          goesOn.await();
          return Command.update(Samples.LOG, "" + answer);
        };
    RunResult asked = start(HOUSE, order(Samples.log("in"), asksAndHolds));
    JsonNode report = reports().get(0);

    RunHandle run = HOUSE.runtime().answer(thread, Answer.single("yes"));
    workflow(thread).signal("report", report);
    goesOn.countDown();
    RunResult result = run.await(LONGEST);

    assertThat(report.get("heard").asText()).isEqualTo(asked.runId());
    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.state().get(Samples.LOG)).containsExactly("in", "in", "yes");
    assertThat(reports()).hasSizeGreaterThan(2);
  }

  /** What a child has told the thread, as its history holds it. */
  private List<JsonNode> reports() {
    return HOUSE.connection().client().fetchHistory(thread.value()).getEvents().stream()
        .filter(HistoryEvent::hasWorkflowExecutionSignaledEventAttributes)
        .map(HistoryEvent::getWorkflowExecutionSignaledEventAttributes)
        .filter(it -> it.getSignalName().equals("report"))
        .map(
            it ->
                GlobalDataConverter.get()
                    .fromPayloads(0, Optional.of(it.getInput()), JsonNode.class, JsonNode.class))
        .toList();
  }

  @Test
  void shouldGoOnWithTheChildOnAnotherWorker() throws Exception {
    Graph graph = order(Samples.log("in"), asks());
    RunResult asked;
    try (TemporalHouse first = TemporalHouse.real("child-moves", graph)) {
      asked = start(first, graph);
    }

    try (TemporalHouse second = TemporalHouse.real("child-moves", graph)) {
      RunResult result =
          second
              .runtime()
              .answer(thread, Answer.to(asked.interrupts().get(0).id(), "yes"))
              .await(LONGEST);

      assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
      assertThat(result.state().get(Samples.LOG)).containsExactly("in", "in", "yes");
    }
  }

  @Test
  void shouldEndAsCancelledWhenItsChildIsTerminatedBeforeItHearsOfEither() throws Exception {
    CountDownLatch works = new CountDownLatch(1);
    NodeAction endless =
        context -> {
          works.countDown();
          new CountDownLatch(1).await();
          return Command.none();
        };
    Graph graph = order(Samples.log("in"), endless);
    ThreadId child;
    try (TemporalHouse first = TemporalHouse.real("child-lost", graph)) {
      RunHandle unused =
          first.runtime().start("order", thread, StateUpdate.empty(), RunOptions.defaults());
      works.await();
      child = ThreadId.ofChild(thread, first.runtime().snapshot(thread).tasks().get(0).id());
    }
    workflow(child).terminate("by hand");
    await().atMost(LONGEST).until(() -> knowsOf(EVENT_TYPE_CHILD_WORKFLOW_EXECUTION_TERMINATED));
    workflow(thread).cancel();

    try (TemporalHouse unused = TemporalHouse.real("child-lost", graph)) {
      await().atMost(LONGEST).until(() -> knowsOf(EVENT_TYPE_WORKFLOW_EXECUTION_CANCELED));
    }
  }

  private boolean knowsOf(EventType type) {
    return HOUSE.connection().client().fetchHistory(thread.value()).getEvents().stream()
        .anyMatch(event -> event.getEventType() == type);
  }

  @Test
  void shouldParkATaskWhoseChildWouldBeToldMoreThanTheServerTakes() throws Exception {
    GraphBuilder inner = Graph.builder("review").channels(Samples.LOG);
    IntStream.range(0, 9)
        .mapToObj(node -> "check" + node)
        .forEach(node -> inner.node(node, asks()).edge(START, node));
    Graph graph =
        Graph.builder("order")
            .channels(Samples.LOG)
            .subgraph("child", inner.build(), Embedding.ownThread())
            .edge(START, "child")
            .build();

    RunResult result = start(HOUSE, graph);
    while (!result.interrupts().isEmpty() && result.status() == RunStatus.WAITING) {
      Answer large = Answer.to(result.interrupts().get(0).id(), "x".repeat(240_000));
      result = HOUSE.runtime().answer(thread, large).await(LONGEST);
    }

    assertThat(result.status()).isEqualTo(RunStatus.PARKED);
    assertThat(Objects.requireNonNull(result.snapshot().tasks().get(0).failure()).text())
        .contains("what node 'child' tells its subgraph");
  }

  @Test
  @Tag("slow")
  void shouldForgetAChildThatHasEndedWithItsParent() throws Exception {
    RunResult asked = start(HOUSE, order(Samples.log("in"), asks()));
    ThreadId child = childOf(asked);
    RunResult unused = HOUSE.runtime().answer(thread, Answer.single("yes")).await(LONGEST);
    await().atMost(LONGEST).until(() -> isListed(child));

    HOUSE.runtime().delete(thread);

    await().atMost(LONGEST).until(() -> !isListed(child));
  }

  private static boolean isListed(ThreadId id) {
    return HOUSE
        .connection()
        .client()
        .listExecutions("WorkflowId = '" + id + "' AND ExecutionStatus = 'Completed'")
        .findAny()
        .isPresent();
  }

  private static NodeAction writesMuch() {
    return context -> Command.update(Samples.LOG, "x".repeat(900_000));
  }

  @Test
  void shouldParkATaskWhoseChildWouldBeGivenMoreThanTheServerTakes() throws Exception {
    RunResult result = start(HOUSE, order(writesMuch(), asks()));

    assertThat(result.status()).isEqualTo(RunStatus.PARKED);
    assertThat(Objects.requireNonNull(result.snapshot().tasks().get(0).failure()).text())
        .contains("what node 'child' passes to its subgraph");
  }

  @Test
  void shouldParkATaskWhoseChildTellsMoreThanTheServerTakes() throws Exception {
    Graph inner =
        Graph.builder("wordy")
            .channels(Samples.LOG)
            .node("a", writesMuch())
            .node("b", writesMuch())
            .edge(START, "a")
            .edge("a", "b")
            .build();
    Graph graph =
        Graph.builder("order")
            .channels(Samples.LOG)
            .subgraph("child", inner, Embedding.ownThread())
            .edge(START, "child")
            .build();

    RunResult result = start(HOUSE, graph);

    assertThat(result.status()).isEqualTo(RunStatus.PARKED);
    assertThat(Objects.requireNonNull(result.snapshot().tasks().get(0).failure()).text())
        .contains("what the subgraph of a task tells it");
  }
}

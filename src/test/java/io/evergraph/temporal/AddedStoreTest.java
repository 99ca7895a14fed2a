package io.evergraph.temporal;

import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.evergraph.backend.file.FileBlobStore;
import io.evergraph.event.InterruptEvent;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Embedding;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeContext;
import io.evergraph.graph.Question;
import io.evergraph.graph.Route;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import io.evergraph.temporal.connection.TemporalConnection;
import io.evergraph.temporal.connection.TemporalOptions;
import io.evergraph.temporal.protocol.ExecutionLimits;
import io.temporal.api.sdk.v1.WorkflowMetadata;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** Threads that met a limit before their processes were given a store of large values. */
@Tag("real")
class AddedStoreTest {
  private static final Duration LONGEST = Duration.ofSeconds(60);
  private static final ExecutionLimits ONE_MESSAGE = new ExecutionLimits(1, 0);
  private static final Channel<String> FIRST = Channel.of("first", String.class);
  private static final Channel<String> SECOND = Channel.of("second", String.class);

  private final ThreadId thread = ThreadId.random();
  private String queue = "";
  @TempDir private Path folder;

  @BeforeEach
  void nameQueue(TestInfo test) {
    queue = "added-store-" + test.getTestMethod().orElseThrow().getName();
  }

  private TemporalOptions.Builder options() {
    return TemporalOptions.builder()
        .target(RealTemporal.address())
        .connectTimeout(LONGEST)
        .taskQueue(queue);
  }

  private static TemporalHouse open(TemporalOptions.Builder options, Graph graph) {
    return TemporalHouse.on(TemporalConnection.open(options.build(), StateCodec.create()), graph);
  }

  private TemporalHouse withoutStore(Graph graph) {
    return open(options(), graph);
  }

  private TemporalHouse withStore(Graph graph) {
    return open(options().blobs(new FileBlobStore(folder)), graph);
  }

  private RunResult start(TemporalHouse house, Graph graph) throws Exception {
    return house.runtime().start(graph, thread, StateUpdate.empty()).await(LONGEST);
  }

  private RunResult answer(TemporalHouse house, Answer answer) throws Exception {
    return house.runtime().answer(thread, answer).await(LONGEST);
  }

  /** Text that packing makes no smaller by much. */
  private static String kilobytes(int count) {
    Random random = new Random(7);
    StringBuilder text = new StringBuilder();
    random.ints(count * 1_000L, '0', 'z').forEach(letter -> text.append((char) letter));
    return text.toString().replace('\\', '/');
  }

  private static Command askAndWork(NodeContext context) {
    String answer = context.interrupt(Question.asking(String.class, "How?"));
    return Command.update(Samples.LOG, "worked with " + answer.length());
  }

  /** Sends much to a task that asks. */
  private static Graph sending() {
    return Graph.builder("sending_much")
        .channels(Samples.LOG)
        .node("plan", Samples.log("planned"))
        .node("work", AddedStoreTest::askAndWork)
        .edge(START, "plan")
        .routes(
            "plan",
            context -> List.of(Route.send("work", StateUpdate.of(Samples.LOG, kilobytes(1_400)))),
            "work")
        .build();
  }

  @Test
  void shouldGoOnWithAParkedTaskAfterAStoreWasAdded() throws Exception {
    Graph graph = sending();
    try (TemporalHouse house = withoutStore(graph)) {
      start(house, graph);
      RunResult parked = answer(house, Answer.single(kilobytes(200)));
      assertThat(parked.error().orElseThrow()).hasMessageContaining("A store of large values");
    }

    try (TemporalHouse house = withStore(graph)) {
      RunResult result = answer(house, Answer.retry());

      assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
      assertThat(result.state().get(Samples.LOG)).containsExactly("planned", "worked with 200000");
    }
  }

  /** Asks twice when it holds more than comes along to another execution. */
  private static Graph holding() {
    return Graph.builder("holding_much")
        .channels(Samples.LOG, FIRST, SECOND)
        .node("first", context -> Command.update(FIRST, kilobytes(1_200)))
        .node("second", context -> Command.update(SECOND, kilobytes(1_200)))
        .node("ask", AddedStoreTest::askAndWork)
        .node("again", AddedStoreTest::askAndWork)
        .edge(START, "first")
        .edge("first", "second")
        .edge("second", "ask")
        .edge("ask", "again")
        .build();
  }

  @Test
  void shouldGoOnWithAPostponedThreadAfterAStoreWasAdded() throws Exception {
    Graph graph = holding();
    try (TemporalHouse house = open(options().limits(ONE_MESSAGE), graph)) {
      start(house, graph);
      answer(house, Answer.single("care"));
      await().atMost(LONGEST).until(() -> details(house).contains("Cannot be continued as new"));
    }

    try (TemporalHouse house = withStore(graph)) {
      RunResult result = answer(house, Answer.single("care"));

      assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
      assertThat(result.state().get(Samples.LOG)).containsExactly("worked with 4", "worked with 4");
    }
  }

  private String details(TemporalHouse house) {
    return house
        .connection()
        .client()
        .newUntypedWorkflowStub(thread.value())
        .query("__temporal_workflow_metadata", WorkflowMetadata.class)
        .getCurrentDetails();
  }

  /** Passes more to a thread of its own than a server takes. */
  private static Graph passing() {
    Graph child =
        Graph.builder("passed_much")
            .channels(Samples.LOG, FIRST, SECOND)
            .node("read", context -> Command.update(Samples.LOG, "read"))
            .edge(START, "read")
            .build();
    return Graph.builder("passing_much")
        .channels(Samples.LOG, FIRST, SECOND)
        .node("first", context -> Command.update(FIRST, kilobytes(900)))
        .node("second", context -> Command.update(SECOND, kilobytes(900)))
        .subgraph("child", child, Embedding.ownThread())
        .edge(START, "first")
        .edge("first", "second")
        .edge("second", "child")
        .build();
  }

  @Test
  void shouldGoOnWithACallThatPassedTooMuchAfterAStoreWasAdded() throws Exception {
    Graph graph = passing();
    try (TemporalHouse house = withoutStore(graph)) {
      RunResult parked = start(house, graph);
      assertThat(parked.error().orElseThrow()).hasMessageContaining("A store of large values");
    }

    try (TemporalHouse house = withStore(graph)) {
      RunResult result = answer(house, Answer.retry());

      assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
      assertThat(result.state().get(Samples.LOG)).containsExactly("read");
    }
  }

  @Test
  void shouldGoOnIgnoringAnAnswerThatWasTooLargeAfterAStoreWasAdded() throws Exception {
    Graph graph = sending();
    try (TemporalHouse house = withoutStore(graph)) {
      start(house, graph);
      house
          .connection()
          .client()
          .newUntypedWorkflowStub(thread.value())
          .signal("resume", Map.of("value", kilobytes(300)));
      await()
          .atMost(LONGEST)
          .until(
              () ->
                  house.runtime().events(thread, 1).stream()
                      .anyMatch(InterruptEvent.AnswerIgnored.class::isInstance));
    }

    try (TemporalHouse house = withStore(graph)) {
      RunResult result = answer(house, Answer.single("care"));

      assertThat(result.state().get(Samples.LOG)).containsExactly("planned", "worked with 4");
    }
  }
}

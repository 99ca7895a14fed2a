package io.evergraph.temporal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.evergraph.error.GraphChangedException;
import io.evergraph.error.RuntimeUnavailableException;
import io.evergraph.event.RunEvent;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodePolicy;
import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.state.StateUpdate;
import io.evergraph.temporal.client.ChangedGraphs;
import io.evergraph.temporal.connection.TemporalConnection;
import io.evergraph.temporal.connection.TemporalOptions;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.client.WorkflowExecutionDescription;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several workers and readers, each with a cache of its own, as several processes have them. */
@Tag("real")
@Tag("slow")
class ProcessesTest {
  private static final Duration LONGEST = Duration.ofSeconds(90);
  private static final int KILOBYTE = 1_000;

  private final ThreadId thread = ThreadId.random();

  private static String queue(TestInfo test) {
    return "processes-" + test.getTestMethod().orElseThrow().getName();
  }

  static RunHandle start(TemporalHouse house, Graph graph, ThreadId thread) {
    house.runtime().graphs().register(graph);
    RunOptions options = RunOptions.builder().maxSteps(1_000).build();
    return house.runtime().start(graph.name(), thread, StateUpdate.empty(), options);
  }

  /** Each step appends a kilobyte and checks what it reads. */
  private static Graph growing(int steps, Runnable beforeRead) {
    return Graph.builder("growing")
        .channels(Samples.LOG, Samples.COUNT)
        .node(
            "grow",
            context -> {
              beforeRead.run();
              int seen = context.state().get(Samples.LOG).size();
              return Command.update(
                  StateUpdate.of(Samples.LOG, "x".repeat(KILOBYTE) + seen)
                      .with(Samples.COUNT, seen + 1));
            })
        .edge(Graph.START, "grow")
        .route(
            "grow",
            state -> state.get(Samples.COUNT) < steps ? "grow" : Graph.END,
            "grow",
            Graph.END)
        .build();
  }

  @Test
  void shouldAskTheRunForTheStateWhenTheProcessDoesNotHoldIt(TestInfo test) throws Exception {
    try (TemporalHouse house = TemporalHouse.real(queue(test))) {
      AtomicInteger forgotten = new AtomicInteger();
      Graph graph =
          growing(
              40,
              () -> {
                house.connection().states().clear();
                forgotten.incrementAndGet();
              });

      RunResult result = start(house, graph, thread).await(LONGEST);

      assertThat(result.state().get(Samples.LOG)).hasSize(40).last().asString().endsWith("39");
      assertThat(forgotten).hasValue(40);
    }
  }

  @Test
  void shouldShareTheWorkWhenTwoProcessesWork(TestInfo test) throws Exception {
    try (TemporalHouse one = TemporalHouse.real(queue(test));
        TemporalHouse two = TemporalHouse.real(queue(test))) {
      Graph graph = growing(10, () -> {});
      two.runtime().graphs().register(graph);
      List<RunHandle> runs = new ArrayList<>();
      for (int run = 0; run < 20; run++) {
        runs.add(start(run % 2 == 0 ? one : two, graph, ThreadId.random()));
      }

      for (RunHandle run : runs) {
        assertThat(run.await(LONGEST).state().get(Samples.LOG)).hasSize(10);
      }
    }
  }

  @Test
  void shouldNoticeAGraphThatChangedWithoutANewVersion(TestInfo test, @TempDir Path folder)
      throws Exception {
    Graph before = WorkerProcess.deployed(WorkerProcess.DEPLOYED_END);
    Graph after = WorkerProcess.deployed("new end");
    Process old =
        WorkerProcess.start(
            RealTemporal.address(), queue(test), folder.resolve("any"), folder.resolve("other"));
    try (TemporalConnection connection = open(queue(test), LONGEST);
        TemporalRuntime caller = new TemporalRuntime(connection, GraphRegistry.of(before))) {
      caller.start(before, thread, StateUpdate.empty()).await(LONGEST);
    } finally {
      old.destroyForcibly().waitFor();
    }

    try (TemporalHouse next = TemporalHouse.real(queue(test), after)) {
      ChangedGraphs changed = new ChangedGraphs(next.connection());

      assertThatThrownBy(() -> start(next, after, thread))
          .isInstanceOf(GraphChangedException.class)
          .hasMessageContaining(before.fingerprint())
          .hasMessageContaining(after.fingerprint());
      await()
          .atMost(LONGEST)
          .untilAsserted(() -> assertThat(changed.goingBy(after)).contains(thread.value()));
      assertThat(changed.goingBy(before)).doesNotContain(thread.value());
    }
  }

  @Test
  void shouldReadALargeStatePageByPageWhenTheReaderHoldsNothing(TestInfo test) throws Exception {
    Graph graph =
        Graph.builder("large")
            .channels(Samples.LOG)
            .node("first", context -> Command.update(StateUpdate.of(Map.of("log", lines(1_000)))))
            .node("second", context -> Command.update(StateUpdate.of(Map.of("log", lines(1_200)))))
            .edge(Graph.START, "first")
            .edge("first", "second")
            .build();
    try (TemporalHouse house = TemporalHouse.real(queue(test), graph);
        TemporalConnection elsewhere = open(queue(test), LONGEST)) {
      RunResult expected = start(house, graph, thread).await(LONGEST);

      try (TemporalRuntime reader = new TemporalRuntime(elsewhere, GraphRegistry.of(graph))) {
        assertThat(reader.snapshot(thread).state()).isEqualTo(expected.state());
        assertThat(reader.snapshot(thread).state().get(Samples.LOG)).hasSize(2_200);
        long first = expected.snapshot().parent();
        assertThat(reader.stateAt(thread, first).get(Samples.LOG)).hasSize(1_000);
      }
    }
  }

  private static List<String> lines(int count) {
    return IntStream.range(0, count).mapToObj(line -> "y".repeat(KILOBYTE) + line).toList();
  }

  static TemporalConnection open(String queue, Duration patience) {
    TemporalOptions options =
        TemporalOptions.builder()
            .target(RealTemporal.address())
            .taskQueue(queue)
            .patience(patience)
            .build();
    return TemporalConnection.open(options, StateCodec.create());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldWaitForAWorkerThatHasTheNodeWithoutCountingTheOthers(boolean local, TestInfo test)
      throws Exception {
    NodePolicy.Builder policy = NodePolicy.builder();
    Graph full = Samples.approval(local ? policy.local().build() : policy.build());
    Graph partial = Samples.chain("approval", "prepare");
    try (TemporalHouse house = TemporalHouse.real(queue(test), full)) {
      start(house, full, thread).await(LONGEST);
      house.runtime().graphs().register(partial);
      RunHandle run =
          house
              .runtime()
              .answer(thread, Answer.single(Map.of("approved", true, "comment", "patience")));
      await().atMost(LONGEST).until(() -> lastFailure(house).contains("'approve'"));

      house.runtime().graphs().register(full);

      RunResult result = run.await(LONGEST);
      assertThat(result.state().get(Samples.LOG)).containsExactly("prepared", "true patience");
      assertThat(house.runtime().events(thread, 1))
          .filteredOn(RunEvent.TaskFinished.class::isInstance)
          .last()
          .satisfies(
              event ->
                  assertThat(((RunEvent.TaskFinished) event).report().attempts()).isEqualTo(1));
    }
  }

  private String lastFailure(TemporalHouse house) {
    return describe(house).getRawDescription().getPendingActivitiesList().stream()
        .map(pending -> pending.getLastFailure().getMessage())
        .findFirst()
        .orElse("");
  }

  @Test
  void shouldReadTheResultOfAThreadThatEndedElsewhere(TestInfo test) throws Exception {
    Graph graph = Samples.chain("ended", "a", "b");
    try (TemporalHouse house = TemporalHouse.real(queue(test), graph);
        TemporalConnection elsewhere = open(queue(test), LONGEST);
        TemporalRuntime reader = new TemporalRuntime(elsewhere, GraphRegistry.of(graph))) {
      RunHandle run =
          reader.start("ended", thread, StateUpdate.empty(), RunOptions.builder().alone().build());

      RunResult result = run.await(LONGEST);

      assertThat(result.state().get(Samples.LOG)).containsExactly("a", "b");
      assertThat(result.snapshot()).isEqualTo(house.runtime().snapshot(thread));
    }
  }

  @Test
  void shouldTellHowAThreadHasEndedWhenNoWorkerIsLeft(TestInfo test) throws Exception {
    Graph graph = Samples.chain("left", "a", "b");
    try (TemporalConnection elsewhere = open(queue(test), LONGEST);
        TemporalRuntime reader = new TemporalRuntime(elsewhere, GraphRegistry.of(graph))) {
      RunHandle run =
          reader.start("left", thread, StateUpdate.empty(), RunOptions.builder().alone().build());
      try (TemporalHouse house = TemporalHouse.real(queue(test), graph)) {
        await().atMost(LONGEST).until(() -> hasCompleted(house));
      }

      RunResult result = run.await(LONGEST);

      assertThat(result.state().get(Samples.LOG)).containsExactly("a", "b");
      assertThat(result.snapshot().step()).isEqualTo(2);
      assertThat(result.snapshot().runs()).containsExactly(run.runId());
    }
  }

  private boolean hasCompleted(TemporalHouse house) {
    return describe(house).getStatus()
        == WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_COMPLETED;
  }

  private WorkflowExecutionDescription describe(TemporalHouse house) {
    return house
        .connection()
        .client()
        .newUntypedWorkflowStub(thread.value(), Optional.empty(), Optional.empty())
        .describe();
  }

  @Test
  void shouldSayWhatIsMissingWhenNobodyAnswers(TestInfo test) {
    Graph graph = Samples.chain("nobody", "a");
    try (TemporalConnection connection = open(queue(test), Duration.ofSeconds(2));
        TemporalRuntime runtime = new TemporalRuntime(connection, GraphRegistry.of(graph))) {
      assertThatThrownBy(() -> runtime.start(graph, thread, StateUpdate.empty()))
          .isInstanceOf(RuntimeUnavailableException.class)
          .hasMessageContaining(RealTemporal.address());
    }
    TemporalOptions nowhere =
        TemporalOptions.builder()
            .target("127.0.0.1:1")
            .connectTimeout(Duration.ofSeconds(1))
            .build();
    assertThatThrownBy(() -> TemporalConnection.open(nowhere, StateCodec.create()))
        .isInstanceOf(RuntimeUnavailableException.class)
        .hasMessageContaining("127.0.0.1:1");
  }
}

package io.evergraph.temporal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeAction;
import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.state.State;
import io.evergraph.state.StateUpdate;
import io.evergraph.temporal.connection.TemporalConnection;
import io.evergraph.temporal.connection.TemporalOptions;
import io.evergraph.temporal.protocol.StateKey;
import io.temporal.api.history.v1.HistoryEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** Tasks read the state of their checkpoint and no other, wherever they run. */
@Tag("real")
@Tag("slow")
class StateByReferenceTest {
  private static final Duration LONGEST = Duration.ofSeconds(90);
  private static final int KILOBYTE = 1_000;

  private final ThreadId thread = ThreadId.random();

  private static TemporalOptions.Builder options(TestInfo test) {
    return TemporalOptions.builder()
        .target(RealTemporal.address())
        .connectTimeout(LONGEST)
        .taskQueue("by-reference-" + test.getTestMethod().orElseThrow().getName());
  }

  private static TemporalConnection open(TestInfo test) {
    return TemporalConnection.open(options(test).build(), StateCodec.create());
  }

  private static RunHandle start(TemporalRuntime runtime, String graph, ThreadId thread) {
    RunOptions options = RunOptions.builder().maxSteps(1_000).build();
    return runtime.start(graph, thread, StateUpdate.empty(), options);
  }

  /** Each step appends the number of entries that it saw. */
  private static Graph growing(int steps, Runnable beforeRead) {
    return Graph.builder("growing")
        .channels(Samples.LOG, Samples.COUNT)
        .node(
            "grow",
            context -> {
              beforeRead.run();
              int seen = context.state().find(Samples.LOG).map(List::size).orElse(0);
              return Command.update(
                  StateUpdate.of(Samples.LOG, seen + "x".repeat(KILOBYTE))
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

  private static void assertGrown(RunResult result, int steps) {
    List<String> expected =
        IntStream.range(0, steps).mapToObj(seen -> seen + "x".repeat(KILOBYTE)).toList();
    assertThat(result.state().get(Samples.LOG)).isEqualTo(expected);
  }

  @Test
  void shouldNotReadWhatAnotherWayToTheSameCheckpointHasLeftHere(TestInfo test) throws Exception {
    try (TemporalConnection connection = open(test)) {
      State other = State.of(Map.of("log", List.of("of another way"), "count", 100));
      Graph graph = growing(5, () -> poison(connection, other));
      try (TemporalHouse house = TemporalHouse.on(connection, graph)) {
        assertGrown(start(house.runtime(), "growing", thread).await(LONGEST), 5);

        poison(connection, other);
        assertThat(house.runtime().snapshot(thread).state().get(Samples.LOG)).hasSize(5);
        poison(connection, other);
        assertThat(house.runtime().stateAt(thread, 3).get(Samples.LOG)).hasSize(1);
      }
    }
  }

  private void poison(TemporalConnection connection, State other) {
    String run =
        connection
            .client()
            .newUntypedWorkflowStub(thread.value(), Optional.empty(), Optional.empty())
            .describe()
            .getExecution()
            .getRunId();
    for (int number = 1; number < 10; number++) {
      connection.states().put(new StateKey(run, number, "of-another-way"), other, 10);
    }
  }

  @Test
  void shouldReadAcrossProcessesWhereOneOnlyRunsTasks(TestInfo test) throws Exception {
    Graph graph = growing(30, () -> {});
    GraphRegistry graphs = GraphRegistry.of(graph);
    try (TemporalConnection here = open(test);
        TemporalConnection there = open(test);
        GraphWorker threads = new GraphWorker(here, graphs, GraphWorker.Role.THREADS);
        GraphWorker tasks = new GraphWorker(there, graphs, GraphWorker.Role.TASKS);
        TemporalRuntime runtime = new TemporalRuntime(here, graphs)) {
      threads.start();
      tasks.start();

      assertGrown(start(runtime, "growing", thread).await(LONGEST), 30);

      assertThat(there.states().bytes()).isPositive();
    }
  }

  @Test
  void shouldReadWhereThreadsAreEvictedAndNoStateIsHeld(TestInfo test) throws Exception {
    TemporalOptions crowded = options(test).cachedThreads(2).build();
    try (TemporalConnection connection = TemporalConnection.open(crowded, StateCodec.create())) {
      Graph graph = growing(8, () -> connection.states().clear());
      try (TemporalHouse house = TemporalHouse.on(connection, graph)) {
        List<RunHandle> runs = new ArrayList<>();
        for (int run = 0; run < 8; run++) {
          runs.add(start(house.runtime(), "growing", ThreadId.random()));
        }

        for (RunHandle run : runs) {
          assertGrown(run.await(LONGEST), 8);
        }
      }
    }
  }

  /** A small state comes along with the task, a large one is asked for until somebody answers. */
  @Test
  void shouldGoOnWhenNobodyCouldTellTheState(TestInfo test) throws Exception {
    CountDownLatch reading = new CountDownLatch(2);
    CountDownLatch alone = new CountDownLatch(1);
    GraphRegistry graphs = GraphRegistry.of(lonely(reading, alone));
    ThreadId small = ThreadId.random();
    ThreadId large = ThreadId.random();
    try (TemporalConnection here = open(test);
        TemporalConnection there = open(test);
        GraphWorker tasks = new GraphWorker(there, graphs, GraphWorker.Role.TASKS);
        TemporalRuntime runtime = new TemporalRuntime(here, graphs)) {
      tasks.start();
      RunHandle ofSmall;
      RunHandle ofLarge;
      try (GraphWorker threads = new GraphWorker(here, graphs, GraphWorker.Role.THREADS)) {
        threads.start();
        ofSmall = lonely(runtime, small, 1);
        ofLarge = lonely(runtime, large, 200);
        assertThat(reading.await(LONGEST.toSeconds(), TimeUnit.SECONDS)).isTrue();
      }
      alone.countDown();
      await().atMost(LONGEST).until(() -> hasFailed(here, small) && hasFailed(here, large));
      try (GraphWorker threads = new GraphWorker(here, graphs, GraphWorker.Role.THREADS)) {
        threads.start();

        assertThat(ofSmall.await(LONGEST).state().get(Samples.COUNT)).isEqualTo(KILOBYTE);
        assertThat(ofLarge.await(LONGEST).state().get(Samples.COUNT)).isEqualTo(200 * KILOBYTE);
        assertThat(lastInput(here, small)).contains("\"resent\":true", "\"state\":");
        assertThat(lastInput(here, large)).contains("\"resent\":true").doesNotContain("\"state\":");
      }
    }
  }

  private static RunHandle lonely(TemporalRuntime runtime, ThreadId thread, int kilobytes) {
    String entry = "x".repeat(kilobytes * KILOBYTE);
    return runtime.start(
        "lonely", thread, StateUpdate.of(Samples.LOG, entry), RunOptions.defaults());
  }

  /** Reads what it has from its input once nobody is there any more. */
  private static Graph lonely(CountDownLatch reading, CountDownLatch alone) {
    return Graph.builder("lonely")
        .channels(Samples.LOG, Samples.COUNT)
        .node(
            "read",
            context -> {
              reading.countDown();
              alone.await();
              return Command.update(
                  Samples.COUNT, context.state().get(Samples.LOG).get(0).length());
            })
        .edge(Graph.START, "read")
        .build();
  }

  /** Says of which run it is, and does not look at the state. */
  private static Graph telling(Runnable before) {
    NodeAction tell =
        context -> {
          before.run();
          return Command.update(
              Samples.LOG, context.runId() + " " + context.runContext().get("user"));
        };
    return Graph.builder("telling")
        .channels(Samples.LOG)
        .node("first", tell)
        .node("second", tell)
        .edge(Graph.START, "first")
        .edge("first", "second")
        .build();
  }

  private RunHandle tell(TemporalRuntime runtime, String run, String user) {
    Map<String, Object> context = Map.of("user", user, "note", "x".repeat(KILOBYTE));
    RunOptions options = RunOptions.builder().runId(run).context(context).build();
    return runtime.start("telling", thread, StateUpdate.empty(), options);
  }

  private void assertTold(RunResult result) {
    assertThat(result.state().get(Samples.LOG))
        .containsExactly("run-1 Ada", "run-1 Ada", "run-2 Bob", "run-2 Bob");
  }

  @Test
  void shouldTellTasksInAnotherProcessOfTheirRun(TestInfo test) throws Exception {
    GraphRegistry graphs = GraphRegistry.of(telling(() -> {}));
    try (TemporalConnection here = open(test);
        TemporalConnection there = open(test);
        GraphWorker threads = new GraphWorker(here, graphs, GraphWorker.Role.THREADS);
        GraphWorker tasks = new GraphWorker(there, graphs, GraphWorker.Role.TASKS);
        TemporalRuntime runtime = new TemporalRuntime(here, graphs)) {
      threads.start();
      tasks.start();

      tell(runtime, "run-1", "Ada").await(LONGEST);
      RunResult result = tell(runtime, "run-2", "Bob").await(LONGEST);

      assertTold(result);
      assertThat(lastInput(here, thread)).contains("\"id\":\"run-2\"", "\"byReference\":true");
    }
  }

  @Test
  void shouldTellTasksOfTheirRunWhereNothingIsHeld(TestInfo test) throws Exception {
    try (TemporalConnection connection = open(test)) {
      Graph graph = telling(() -> connection.states().clear());
      try (TemporalHouse house = TemporalHouse.on(connection, graph)) {
        tell(house.runtime(), "run-1", "Ada").await(LONGEST);
        connection.states().clear();

        assertTold(tell(house.runtime(), "run-2", "Bob").await(LONGEST));
      }
    }
  }

  /** The worker that has never heard of the run gets the context along at last. */
  @Test
  void shouldSendTheContextAlongWhenNobodyCouldTellIt(TestInfo test) throws Exception {
    GraphRegistry graphs = GraphRegistry.of(telling(() -> {}));
    try (TemporalConnection here = open(test);
        TemporalConnection there = open(test);
        TemporalRuntime runtime = new TemporalRuntime(here, graphs)) {
      RunHandle run;
      try (GraphWorker threads = new GraphWorker(here, graphs, GraphWorker.Role.THREADS)) {
        threads.start();
        run = tell(runtime, "run-1", "Ada");
        await().atMost(LONGEST).until(() -> hasScheduled(here, thread));
      }
      try (GraphWorker tasks = new GraphWorker(there, graphs, GraphWorker.Role.TASKS)) {
        tasks.start();
        await().atMost(LONGEST).until(() -> hasFailed(here, thread));
        try (GraphWorker threads = new GraphWorker(here, graphs, GraphWorker.Role.THREADS)) {
          threads.start();

          assertThat(run.await(LONGEST).state().get(Samples.LOG))
              .containsExactly("run-1 Ada", "run-1 Ada");
        }
      }
      assertThat(inputs(here, thread))
          .anySatisfy(
              input ->
                  assertThat(input)
                      .contains("\"resent\":true", "\"id\":\"run-1\"", "\"user\":\"Ada\""));
    }
  }

  private static boolean hasScheduled(TemporalConnection connection, ThreadId thread) {
    return history(connection, thread).stream()
        .anyMatch(HistoryEvent::hasActivityTaskScheduledEventAttributes);
  }

  private static List<HistoryEvent> history(TemporalConnection connection, ThreadId thread) {
    return connection.client().fetchHistory(thread.value()).getEvents();
  }

  private static boolean hasFailed(TemporalConnection connection, ThreadId thread) {
    return history(connection, thread).stream()
        .anyMatch(HistoryEvent::hasActivityTaskFailedEventAttributes);
  }

  private static String lastInput(TemporalConnection connection, ThreadId thread) {
    List<String> all = inputs(connection, thread);
    return all.get(all.size() - 1);
  }

  private static List<String> inputs(TemporalConnection connection, ThreadId thread) {
    return history(connection, thread).stream()
        .filter(HistoryEvent::hasActivityTaskScheduledEventAttributes)
        .map(it -> it.getActivityTaskScheduledEventAttributes().getInput().getPayloads(0))
        .map(payload -> payload.getData().toStringUtf8())
        .toList();
  }
}

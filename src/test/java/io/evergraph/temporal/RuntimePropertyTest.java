package io.evergraph.temporal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.evergraph.event.RunEvent;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Interrupt;
import io.evergraph.pregel.RandomGraph;
import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.state.StateUpdate;
import io.evergraph.temporal.protocol.ExecutionLimits;
import io.evergraph.temporal.workflow.GraphInterpreter;
import io.temporal.common.WorkflowExecutionHistory;
import io.temporal.testing.WorkflowReplayer;
import io.temporal.worker.Worker;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeoutException;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random graphs with parallel nodes, subgraphs, sends, joins, failures and questions, answered in a
 * random order: memory, the embedded server, a real one, and the replay of what happened there
 * agree.
 */
@Tag("slow")
class RuntimePropertyTest {
  private static final Duration LONGEST = Duration.ofSeconds(60);
  private static final TemporalHouse HOUSE = TemporalHouse.embedded();
  private static final TemporalHouse REAL = TemporalHouse.real("RuntimePropertyTest");
  private static final TemporalHouse RESTLESS = TemporalHouse.embedded(new ExecutionLimits(2, 3));

  @AfterAll
  static void close() {
    HOUSE.close();
    REAL.close();
    RESTLESS.close();
  }

  static LongStream someSeeds() {
    return LongStream.range(101, 103);
  }

  static LongStream realSeeds() {
    return LongStream.range(203, 206);
  }

  static LongStream seeds() {
    return LongStream.range(0, 16);
  }

  /**
   * What a thread came to.
   *
   * @param state the final state as plain values
   * @param finished which node finished in which frame and step, and what it wrote, sorted
   * @param executions how often each task ran to its end
   */
  record Outcome(
      Map<String, Object> state, List<String> finished, Map<String, Integer> executions) {}

  @ParameterizedTest
  @MethodSource("seeds")
  void shouldAgreeInMemoryOnTemporalAndInReplay(long seed) throws Exception {
    ThreadId thread = ThreadId.of("property-" + seed);
    Outcome inMemory;
    try (InMemoryRuntime memory = InMemoryRuntime.of()) {
      inMemory = outcome(memory, RandomGraph.drawn(seed), thread, seed);
    }

    RandomGraph drawn = RandomGraph.drawn(seed);
    Outcome onTemporal = outcome(HOUSE.runtime(), drawn, thread, seed);

    assertThat(onTemporal).as("seed %s", seed).isEqualTo(inMemory);
    assertThat(onTemporal.executions().values())
        .as("runs of a task, seed %s", seed)
        .containsOnly(1);
    assertReplays(drawn.graph(), thread);
  }

  @ParameterizedTest
  @MethodSource("realSeeds")
  void shouldAgreeInMemoryAndOnARealServer(long seed) throws Exception {
    ThreadId thread = ThreadId.of("real-property-" + seed + "-" + System.nanoTime());
    Outcome inMemory;
    try (InMemoryRuntime memory = InMemoryRuntime.of()) {
      inMemory = outcome(memory, RandomGraph.drawn(seed), thread, seed);
    }

    RandomGraph drawn = RandomGraph.drawn(seed);
    Outcome onTemporal = outcome(REAL.runtime(), drawn, thread, seed);

    assertThat(onTemporal).as("seed %s", seed).isEqualTo(inMemory);
    assertThat(onTemporal.executions().values())
        .as("runs of a task, seed %s", seed)
        .containsOnly(1);
  }

  @ParameterizedTest
  @MethodSource("someSeeds")
  void shouldAgreeWhenItIsContinuedAsNewAllTheTime(long seed) throws Exception {
    ThreadId thread = ThreadId.of("restless-" + seed);
    Outcome inMemory;
    try (InMemoryRuntime memory = InMemoryRuntime.of()) {
      inMemory = outcome(memory, RandomGraph.drawn(seed), thread, seed);
    }

    RandomGraph drawn = RandomGraph.drawn(seed);
    Outcome onTemporal = outcome(RESTLESS.runtime(), drawn, thread, seed);

    assertThat(onTemporal).as("seed %s", seed).isEqualTo(inMemory);
    assertThat(onTemporal.executions().values())
        .as("runs of a task, seed %s", seed)
        .containsOnly(1);
  }

  private static void assertReplays(Graph graph, ThreadId thread) throws Exception {
    assertReplays(HOUSE, graph, thread);
  }

  static void assertReplays(TemporalHouse house, Graph graph, ThreadId thread) throws Exception {
    WorkflowExecutionHistory history = house.connection().client().fetchHistory(thread.value());
    Worker worker =
        Replays.worker(house.connection(), GraphRegistry.of(graph), GraphInterpreter::new);
    assertThatCode(() -> WorkflowReplayer.replayWorkflowExecution(history, worker))
        .doesNotThrowAnyException();
  }

  static Outcome outcome(GraphRuntime runtime, RandomGraph drawn, ThreadId thread, long seed)
      throws TimeoutException {
    Random random = new Random(seed);
    RunHandle run = runtime.start(drawn.graph(), thread, StateUpdate.empty());
    RunResult result = run.await(LONGEST);
    for (int turn = 0; turn < 500 && result.status() != RunStatus.FINISHED; turn++) {
      result = goOn(runtime, thread, result, random).await(LONGEST);
    }
    assertThat(result.status()).as("seed %s", seed).isEqualTo(RunStatus.FINISHED);
    return new Outcome(
        runtime.codec().plain(result.state()),
        finished(runtime, runtime.events(thread, 1)),
        drawn.executions());
  }

  private static RunHandle goOn(
      GraphRuntime runtime, ThreadId thread, RunResult result, Random random) {
    List<Interrupt> open = result.interrupts();
    boolean parked = result.status() == RunStatus.PARKED;
    if (parked && (open.isEmpty() || random.nextBoolean())) {
      return runtime.answer(thread, Answer.retry());
    }
    Interrupt one = open.get(random.nextInt(open.size()));
    return runtime.answer(thread, Answer.to(one.id(), "answer to " + one.value()));
  }

  private static List<String> finished(GraphRuntime runtime, List<RunEvent> events) {
    return events.stream()
        .filter(RunEvent.TaskFinished.class::isInstance)
        .map(RunEvent.TaskFinished.class::cast)
        .map(
            done ->
                List.of(
                    done.taskId(), done.node(), done.step(), runtime.codec().toJson(done.writes())))
        .map(List::toString)
        .sorted()
        .toList();
  }
}

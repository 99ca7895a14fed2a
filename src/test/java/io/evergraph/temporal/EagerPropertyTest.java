package io.evergraph.temporal;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.event.InterruptEvent;
import io.evergraph.event.RunEvent;
import io.evergraph.graph.Answer;
import io.evergraph.pregel.EngineDriver;
import io.evergraph.pregel.Input;
import io.evergraph.pregel.RandomGraph;
import io.evergraph.pregel.Task;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.state.StateUpdate;
import io.evergraph.temporal.protocol.ExecutionLimits;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random graphs that run eagerly, whose results depend on what finishes first: the engine alone,
 * given the order that a runtime recorded, comes to the same tasks, commits and state.
 */
class EagerPropertyTest {
  private static final StateCodec CODEC = StateCodec.create();
  private static final TemporalHouse HOUSE = TemporalHouse.embedded();
  private static final TemporalHouse RESTLESS = TemporalHouse.embedded(new ExecutionLimits(2, 3));

  @AfterAll
  static void close() {
    HOUSE.close();
    RESTLESS.close();
  }

  static LongStream seedsInMemory() {
    return LongStream.range(0, 40);
  }

  static LongStream seedsOnTemporal() {
    return LongStream.range(0, 5);
  }

  static LongStream someSeeds() {
    return LongStream.of(101, 103);
  }

  @ParameterizedTest
  @MethodSource("seedsInMemory")
  void shouldComeToWhatTheRecordedOrderLeadsToInMemory(long seed) throws Exception {
    try (InMemoryRuntime memory = InMemoryRuntime.of()) {
      assertFollowsItsOrder(memory, "memory", seed);
    }
  }

  @ParameterizedTest
  @MethodSource("seedsOnTemporal")
  void shouldComeToWhatTheRecordedOrderLeadsToOnTemporalAndInReplay(long seed) throws Exception {
    ThreadId thread = assertFollowsItsOrder(HOUSE.runtime(), "temporal", seed);

    RuntimePropertyTest.assertReplays(HOUSE, RandomGraph.eager(seed).graph(), thread);
  }

  @ParameterizedTest
  @MethodSource("someSeeds")
  void shouldComeToTheSameWhenItIsContinuedAsNewAllTheTime(long seed) throws Exception {
    ThreadId unused = assertFollowsItsOrder(RESTLESS.runtime(), "restless", seed);
  }

  private static ThreadId assertFollowsItsOrder(GraphRuntime runtime, String kind, long seed)
      throws Exception {
    ThreadId thread = ThreadId.of("eager-" + kind + "-" + seed);
    RuntimePropertyTest.Outcome outcome =
        RuntimePropertyTest.outcome(runtime, RandomGraph.eager(seed), thread, seed);
    List<RunEvent> recorded = runtime.events(thread, 1);

    EngineDriver engine = EngineDriver.of(RandomGraph.eager(seed).graph(), thread.value());
    engine.begin(StateUpdate.empty());
    for (int index = 0; index < recorded.size(); index++) {
      repeat(engine, recorded.get(index));
      if (isRetry(recorded, index)) {
        answer(engine, recorded.get(index), Answer.retry());
      }
    }

    assertThat(steps(engine.events())).as("seed %s", seed).isEqualTo(steps(recorded));
    assertThat(CODEC.plain(engine.state())).isEqualTo(outcome.state());
    assertThat(outcome.executions().values()).as("runs of a task").containsOnly(1);
    return thread;
  }

  private static void repeat(EngineDriver engine, RunEvent event) {
    if (event instanceof RunEvent.TaskFinished finished) {
      settle(engine, finished.taskId());
    } else if (event instanceof RunEvent.TaskFailed failed) {
      settle(engine, failed.taskId());
    } else if (event instanceof InterruptEvent.InterruptOpened opened) {
      settle(engine, opened.interrupt().taskId());
    } else if (event instanceof InterruptEvent.InterruptAnswered answered) {
      answer(engine, event, answerTo(engine, answered.interruptId()));
    }
  }

  /** A retry has no event of its own: a run begins with it, without an answer to a question. */
  private static boolean isRetry(List<RunEvent> events, int index) {
    return events.get(index) instanceof RunEvent.RunStarted started
        && started.cause() == RunEvent.Cause.ANSWER
        && !(events.get(index + 1) instanceof InterruptEvent.InterruptAnswered);
  }

  private static Answer answerTo(EngineDriver engine, String interruptId) {
    return engine.questions().stream()
        .filter(question -> question.id().equals(interruptId))
        .map(question -> Answer.to(question.id(), "answer to " + question.value()))
        .findFirst()
        .orElseThrow();
  }

  /** The end of a subgraph is told like the end of a task, but nothing has run. */
  private static void settle(EngineDriver engine, String taskId) {
    List<Task> known = engine.ready().stream().filter(task -> task.id().equals(taskId)).toList();
    known.forEach(task -> engine.settleResults(List.of(engine.result(task))));
  }

  private static void answer(EngineDriver engine, RunEvent event, Answer answer) {
    engine.accept(new Input.Answers("answer-" + event.number(), List.of(answer)));
  }

  /** Leaves out what clocks and callers decide. */
  private static List<String> steps(List<RunEvent> events) {
    return events.stream().flatMap(EagerPropertyTest::step).toList();
  }

  private static Stream<String> step(RunEvent event) {
    if (event instanceof RunEvent.TaskFinished it) {
      return Stream.of(it.taskId() + it.node() + it.step() + CODEC.toJson(it.writes()));
    }
    if (event instanceof RunEvent.StepCommitted it) {
      return Stream.of(it.namespace() + it.checkpoint() + it.parent() + it.next() + it.ended());
    }
    return event instanceof RunEvent.StepPlanned it
        ? Stream.of(it.namespace() + it.step() + CODEC.toJson(it.tasks()))
        : Stream.empty();
  }
}

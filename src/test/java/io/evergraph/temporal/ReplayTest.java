package io.evergraph.temporal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.evergraph.graph.Graph;
import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.temporal.connection.TemporalConnection;
import io.evergraph.temporal.protocol.GraphInput;
import io.evergraph.temporal.protocol.GraphWorkflow;
import io.evergraph.temporal.workflow.GraphInterpreter;
import io.evergraph.temporal.workflow.InterpreterServices;
import io.temporal.api.enums.v1.EventType;
import io.temporal.common.WorkflowExecutionHistory;
import io.temporal.common.interceptors.WorkflowOutboundCallsInterceptor;
import io.temporal.testing.WorkflowReplayer;
import io.temporal.workflow.Workflow;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The interpreter does again what it did: histories of today, and those kept from before. The
 * replayer compares the kinds of commands and the types of activities; what it passes over, the
 * inputs of activities and their summaries, is compared here.
 */
class ReplayTest {
  /** Inputs of tasks have got these since the oldest histories were kept. */
  private static final Set<String> YOUNGER = Set.of("turn");

  /** A history that ends so goes on by itself. */
  private static final Set<EventType> UNSETTLED =
      Set.of(
          EventType.EVENT_TYPE_WORKFLOW_TASK_SCHEDULED,
          EventType.EVENT_TYPE_WORKFLOW_TASK_STARTED,
          EventType.EVENT_TYPE_ACTIVITY_TASK_SCHEDULED,
          EventType.EVENT_TYPE_ACTIVITY_TASK_STARTED);

  private static final TemporalConnection CONNECTION = EmbeddedTemporal.start(StateCodec.create());

  @AfterAll
  static void close() {
    CONNECTION.close();
  }

  static Stream<String> names() {
    return Histories.all().stream().map(Lives.Kept::name);
  }

  private static Lives.Kept kept(String name) {
    return Histories.all().stream().filter(it -> it.name().equals(name)).findFirst().orElseThrow();
  }

  /** Replays with an interpreter as it is. */
  private static Witness replay(
      Lives.Kept kept,
      WorkflowExecutionHistory history,
      BiFunction<InterpreterServices, GraphInput, GraphWorkflow> kind)
      throws Exception {
    return replay(kept, history, kind, UnaryOperator.identity());
  }

  private static Witness replay(
      Lives.Kept kept,
      WorkflowExecutionHistory history,
      BiFunction<InterpreterServices, GraphInput, GraphWorkflow> kind,
      UnaryOperator<WorkflowOutboundCallsInterceptor> patch)
      throws Exception {
    GraphRegistry graphs = GraphRegistry.of(kept.graphs().toArray(Graph[]::new));
    Witness witness = Replays.witness(CONNECTION, patch);
    WorkflowReplayer.replayWorkflowExecution(
        history, Replays.worker(CONNECTION, graphs, kind, witness));
    return witness;
  }

  /** An interpreter that waits a moment before it begins. */
  private static final class Hesitating extends GraphInterpreter {
    Hesitating(InterpreterServices shared, GraphInput input) {
      super(shared, input);
    }

    @Override
    public @Nullable Object run(GraphInput input) {
      Workflow.sleep(Duration.ofMillis(1));
      return super.run(input);
    }
  }

  @Test
  void shouldKeepManyKindsOfHistories() throws IOException {
    assertThat(names()).hasSizeGreaterThanOrEqualTo(12).doesNotHaveDuplicates();
    for (String name : names().toList()) {
      List<?> events = Golden.read(name).history().getEvents();
      assertThat(name.startsWith("closed-")).as(name).isEqualTo(Golden.read(name).isClosed());
      assertThat(events).as(name).hasSizeGreaterThan(15);
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  void shouldReplayWithTheSameInputsOfActivities(String name) throws Exception {
    Golden golden = Golden.read(name);

    Witness seen = replay(kept(name), golden.history(), GraphInterpreter::new);

    assertThat(golden.differences(seen, YOUNGER)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("names")
  void shouldFindOtherInputsOfActivities(String name) throws Exception {
    Golden golden = Golden.read(name);

    Witness seen =
        replay(kept(name), golden.history(), GraphInterpreter::new, Patches::otherCheckpoint);

    assertThat(golden.differences(seen, YOUNGER))
        .anySatisfy(
            line ->
                assertThat(line)
                    .matches(
                        "event \\d+, node '\\w+': /input/checkpoint:"
                            + " expected \\d+ but found \\d+"))
        .allSatisfy(line -> assertThat(line).contains(": /input/checkpoint: expected "));
  }

  @ParameterizedTest
  @MethodSource("names")
  void shouldNotReplayWithAnotherTypeOfActivity(String name) throws IOException {
    assertNotReplayed(name, GraphInterpreter::new, Patches::otherType, "node ");
  }

  @ParameterizedTest
  @MethodSource("names")
  void shouldNotReplayWithAnotherOrderOfCommands(String name) throws IOException {
    assertNotReplayed(name, GraphInterpreter::new, Patches::otherOrder, "TMPRL1100");
  }

  @ParameterizedTest
  @MethodSource("names")
  void shouldNotReplayWithAnotherTimer(String name) throws IOException {
    assertNotReplayed(name, Hesitating::new, UnaryOperator.identity(), "TMPRL1100");
  }

  private static void assertNotReplayed(
      String name,
      BiFunction<InterpreterServices, GraphInput, GraphWorkflow> kind,
      UnaryOperator<WorkflowOutboundCallsInterceptor> patch,
      String told)
      throws IOException {
    WorkflowExecutionHistory history = Golden.read(name).history();

    assertThatThrownBy(() -> replay(kept(name), history, kind, patch))
        .hasStackTraceContaining("NonDeterministicException")
        .hasStackTraceContaining(told);
  }

  @Test
  @Tag("real")
  @Tag("slow")
  void shouldReplayHistoriesOfToday() throws Exception {
    for (Map.Entry<Lives.Kept, WorkflowExecutionHistory> lived : lived(".*").entrySet()) {
      WorkflowExecutionHistory history = lived.getValue();

      Witness seen = replay(lived.getKey(), history, GraphInterpreter::new);

      assertThat(new Golden(history, seen.local()).differences(seen, Set.of()))
          .as(lived.getKey().name())
          .isEmpty();
    }
  }

  /** Lives again what has a name that fits a pattern; a few at a time, as they mostly wait. */
  private static Map<Lives.Kept, WorkflowExecutionHistory> lived(String names) throws Exception {
    List<Lives.Kept> wanted =
        Histories.all().stream().filter(kept -> kept.name().matches(names)).toList();
    ExecutorService together = Executors.newFixedThreadPool(4);
    try {
      Map<Lives.Kept, Future<WorkflowExecutionHistory>> lives = new LinkedHashMap<>();
      wanted.forEach(kept -> lives.put(kept, together.submit(() -> lived(kept))));
      Map<Lives.Kept, WorkflowExecutionHistory> histories = new LinkedHashMap<>();
      for (Map.Entry<Lives.Kept, Future<WorkflowExecutionHistory>> life : lives.entrySet()) {
        histories.put(life.getKey(), life.getValue().get());
      }
      return histories;
    } finally {
      together.shutdownNow();
    }
  }

  private static WorkflowExecutionHistory lived(Lives.Kept kept) throws Exception {
    Graph[] graphs = kept.graphs().toArray(Graph[]::new);
    try (TemporalHouse house = TemporalHouse.real(kept.name(), kept.options(), graphs)) {
      ThreadId thread = ThreadId.of(kept.name() + "." + System.nanoTime());
      kept.life().live(house.runtime(), thread);
      return settled(house, thread, kept.which());
    }
  }

  private static WorkflowExecutionHistory settled(
      TemporalHouse house, ThreadId thread, Lives.Which which) {
    return await()
        .atMost(Lives.LONGEST)
        .until(
            () -> history(house, thread, which),
            history -> !UNSETTLED.contains(history.getLastEvent().getEventType()));
  }

  private static WorkflowExecutionHistory history(
      TemporalHouse house, ThreadId thread, Lives.Which which) {
    List<WorkflowExecutionHistory> all = Executions.of(house.connection().client(), thread);
    if (which == Lives.Which.CHILD) {
      return history(house, Executions.firstChild(all), Lives.Which.LATEST);
    }
    return all.get(which == Lives.Which.FIRST ? 0 : all.size() - 1);
  }

  /** Run by hand, with a pattern for the names of those that are made anew. */
  @Test
  @Tag("real")
  @EnabledIfSystemProperty(named = "histories", matches = ".+")
  void keepHistories() throws Exception {
    String names = System.getProperty("histories");
    for (Map.Entry<Lives.Kept, WorkflowExecutionHistory> lived : lived(names).entrySet()) {
      Witness seen = replay(lived.getKey(), lived.getValue(), GraphInterpreter::new);
      new Golden(lived.getValue(), seen.local()).keep(lived.getKey().name());
    }
  }
}

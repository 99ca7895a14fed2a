package io.evergraph.temporal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.graph.Graph;
import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.StateCodec;
import io.evergraph.runtime.ThreadId;
import io.temporal.common.WorkflowExecutionHistory;
import io.temporal.testing.WorkflowReplayer;
import io.temporal.worker.Worker;
import io.temporal.workflow.Workflow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The interpreter does again what it did: histories of today, and those kept from before. */
class ReplayTest {
  private static final Path KEPT = Path.of("src/test/resources/histories");
  private static final TemporalConnection CONNECTION = EmbeddedTemporal.start(StateCodec.create());

  @AfterAll
  static void close() {
    CONNECTION.close();
  }

  private static Worker replayer(BiFunction<Interpretation, GraphInput, GraphWorkflow> kind) {
    return Replays.worker(CONNECTION, GraphRegistry.of(Histories.graphs()), kind);
  }

  /** An interpreter that a careless change has made: it waits a moment before it begins. */
  private static final class Hesitating extends GraphInterpreter {
    Hesitating(Interpretation shared, GraphInput input) {
      super(shared, input);
    }

    @Override
    public @Nullable Object run(GraphInput input) {
      Workflow.sleep(Duration.ofMillis(1));
      return super.run(input);
    }
  }

  private static Map<String, WorkflowExecutionHistory> kept() throws IOException {
    Map<String, WorkflowExecutionHistory> histories = new LinkedHashMap<>();
    for (String name : Histories.lives().keySet()) {
      histories.put(name, Replays.read(KEPT.resolve(name + ".json")));
    }
    return histories;
  }

  @Test
  void shouldReplayTheHistoriesThatWereKept() throws Exception {
    Worker worker = replayer(GraphInterpreter::new);

    for (Map.Entry<String, WorkflowExecutionHistory> history : kept().entrySet()) {
      assertThatCode(() -> WorkflowReplayer.replayWorkflowExecution(history.getValue(), worker))
          .as(history.getKey())
          .doesNotThrowAnyException();
    }
  }

  @Test
  void shouldNotReplayWhenTheOrderOfCommandsHasChanged() throws Exception {
    Worker worker = replayer(Hesitating::new);

    for (Map.Entry<String, WorkflowExecutionHistory> history : kept().entrySet()) {
      assertThatThrownBy(() -> WorkflowReplayer.replayWorkflowExecution(history.getValue(), worker))
          .as(history.getKey())
          .hasStackTraceContaining("NonDeterministicException");
    }
  }

  @Test
  @Tag("real")
  void shouldReplayHistoriesOfToday() throws Exception {
    Worker worker = replayer(GraphInterpreter::new);

    for (Map.Entry<String, WorkflowExecutionHistory> history : lived().entrySet()) {
      assertThatCode(() -> WorkflowReplayer.replayWorkflowExecution(history.getValue(), worker))
          .as(history.getKey())
          .doesNotThrowAnyException();
      assertThat(history.getValue().getEvents()).as(history.getKey()).hasSizeGreaterThan(20);
    }
  }

  private static Map<String, WorkflowExecutionHistory> lived() throws Exception {
    Map<String, WorkflowExecutionHistory> histories = new LinkedHashMap<>();
    Graph[] graphs = Histories.graphs().toArray(Graph[]::new);
    try (TemporalHouse house = TemporalHouse.real("histories", graphs)) {
      for (Map.Entry<String, Histories.Life> life : Histories.lives().entrySet()) {
        ThreadId thread = ThreadId.of(life.getKey() + "." + System.nanoTime());
        life.getValue().live(house.runtime(), thread);
        histories.put(life.getKey(), house.connection().client().fetchHistory(thread.value()));
      }
    }
    return histories;
  }

  /** Run by hand, with {@code -Dhistories=keep}, when a change of the interpreter is guarded. */
  @Test
  @Tag("real")
  @EnabledIfSystemProperty(named = "histories", matches = "keep")
  void keepHistories() throws Exception {
    for (Map.Entry<String, WorkflowExecutionHistory> history : lived().entrySet()) {
      String json = history.getValue().toJson(true).replaceAll("\\d+@[\\w.-]+", "1@worker");
      Files.writeString(KEPT.resolve(history.getKey() + ".json"), json + "\n");
    }
  }
}

package io.evergraph.demo.airline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.evergraph.agent.ExecutionMode;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.temporal.TemporalHouse;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowExecutionMetadata;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every recorded conversation, with the airline agent in each execution mode. */
class ExecutionModesTest {
  private static void assertReproduced(ReplayReport report) {
    assertThat(report.results()).extracting(ReplayResult::mismatch).containsOnlyNulls();
    assertThat(report.passed()).isEqualTo(140);
    assertThat(report.results())
        .allSatisfy(
            it ->
                assertThat(it.modelCalls()).isEqualTo(it.recordedAnswers() + it.closingAnswers()));
  }

  @ParameterizedTest
  @EnumSource
  void shouldReproduceEveryRecordingInMemory(ExecutionMode mode) throws Exception {
    try (InMemoryRuntime runtime = InMemoryRuntime.of(AirlineAgent.graph(Map.of(), mode))) {
      assertReproduced(ConversationReplay.on(runtime).concurrency(8).run(Recordings.all()));
    }
  }

  /** Prints what the page on agents compares. */
  @ParameterizedTest
  @EnumSource
  @Tag("slow")
  @Tag("real")
  void shouldReproduceEveryRecordingOnARealServer(ExecutionMode mode) throws Exception {
    String queue = "modes-" + UUID.randomUUID();
    try (TemporalHouse house = TemporalHouse.real(queue, AirlineAgent.graph(Map.of(), mode))) {
      ReplayReport report =
          ConversationReplay.on(house.runtime()).concurrency(8).run(Recordings.all());

      assertReproduced(report);
      System.out.printf(
          "%s: %d tasks, %d history events, %.1f s%n",
          mode, 0, 0, report.took().toMillis() / 1000.0);
    }
  }
}

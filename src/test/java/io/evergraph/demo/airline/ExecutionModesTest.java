package io.evergraph.demo.airline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.evergraph.agent.ExecutionMode;
import io.evergraph.event.RunEvent;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.temporal.TemporalHouse;
import io.evergraph.temporal.TemporalRuntime;
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
  private static void assertReproduced(ReplaySummary report, int conversations) {
    assertThat(report.results()).extracting(ReplayResult::mismatch).containsOnlyNulls();
    assertThat(report.passed()).isEqualTo(conversations);
    assertThat(report.results())
        .allSatisfy(
            it ->
                assertThat(it.modelCalls()).isEqualTo(it.recordedAnswers() + it.closingAnswers()));
  }

  /** In the default mode, {@link ConversationReplayTest} does. */
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "GRAPH_PARALLEL")
  @Tag("slow")
  void shouldReproduceEveryRecordingInMemory(ExecutionMode mode) throws Exception {
    try (InMemoryRuntime runtime = InMemoryRuntime.of(AirlineAgent.graph(Map.of(), mode))) {
      ReplaySummary report = ConversationReplay.on(runtime).concurrency(8).run(Recordings.all());

      assertReproduced(report, 140);
    }
  }

  /** Prints what the page on agents compares, which is of {@code -Dmodes.conversations=12}. */
  @ParameterizedTest
  @EnumSource
  @Tag("slow")
  @Tag("real")
  void shouldReproduceEveryRecordingOnARealServer(ExecutionMode mode) throws Exception {
    List<Conversation> some =
        Recordings.all().subList(0, Integer.getInteger("modes.conversations", 140));
    String queue = "modes-" + UUID.randomUUID();
    try (TemporalHouse house = TemporalHouse.real(queue, AirlineAgent.graph(Map.of(), mode))) {
      ReplaySummary report = ConversationReplay.on(house.runtime()).concurrency(4).run(some);

      assertReproduced(report, some.size());
      String closed = "TaskQueue='" + queue + "' AND ExecutionStatus='Completed'";
      WorkflowClient client = house.connection().client();
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> client.countWorkflows(closed).getCount(), it -> it == some.size());
      List<WorkflowExecutionMetadata> threads = client.listExecutions(closed).toList();
      System.out.printf(
          "%s: %d tasks, %d history events, %d kB, %.1f s%n",
          mode,
          threads.stream().mapToLong(it -> tasks(house.runtime(), it)).sum(),
          threads.stream().mapToLong(WorkflowExecutionMetadata::getHistoryLength).sum(),
          threads.stream().mapToLong(ExecutionModesTest::bytes).sum() / 1000,
          report.took().toMillis() / 1000.0);
    }
  }

  private static long tasks(TemporalRuntime runtime, WorkflowExecutionMetadata thread) {
    String id = thread.getExecution().getWorkflowId();
    return runtime.events(ThreadId.of(id), 1).stream()
        .filter(RunEvent.TaskFinished.class::isInstance)
        .count();
  }

  private static long bytes(WorkflowExecutionMetadata thread) {
    return thread.getWorkflowExecutionInfo().getHistorySizeBytes();
  }
}

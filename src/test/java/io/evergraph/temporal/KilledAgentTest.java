package io.evergraph.temporal;

import static io.evergraph.agent.ReactAgent.MESSAGES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.evergraph.event.RunEvent;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Graph;
import io.evergraph.llm.message.Message;
import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.temporal.connection.TemporalConnection;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** Agents whose worker is killed in the middle of something: nothing that finished runs again. */
@Tag("real")
@Tag("slow")
class KilledAgentTest {
  private static final Duration LONGEST = Duration.ofSeconds(90);

  private final ThreadId thread = ThreadId.random();

  @TempDir private Path folder;

  /** What happens while the first worker lives, and how the run ends on the second. */
  private interface Script {
    RunHandle begin(TemporalRuntime runtime) throws Exception;

    RunResult end(TemporalRuntime runtime, RunHandle run) throws Exception;
  }

  private RunResult killedBetween(TestInfo test, Script script) throws Exception {
    KillableAgent agent = new KillableAgent(folder);
    String queue = "killed-agents-" + test.getTestMethod().orElseThrow().getName();
    Process worker = WorkerProcess.start(RealTemporal.address(), queue, folder);
    try (TemporalConnection connection = ProcessesTest.open(queue, LONGEST);
        TemporalRuntime runtime =
            new TemporalRuntime(connection, GraphRegistry.of(agent.graph(), agent.approving()))) {
      RunHandle run = script.begin(runtime);
      worker.destroyForcibly().waitFor();
      try (GraphWorker other = new GraphWorker(connection, runtime.graphs())) {
        other.start();
        return script.end(runtime, run);
      }
    } finally {
      worker.destroyForcibly();
    }
  }

  private RunHandle start(TemporalRuntime runtime, Graph graph) {
    return runtime.start(graph, thread, KillableAgent.input());
  }

  private void awaitFinished(TemporalRuntime runtime, String... nodes) {
    await().atMost(LONGEST).until(() -> finished(runtime).containsAll(List.of(nodes)));
  }

  private List<String> finished(TemporalRuntime runtime) {
    return runtime.events(thread, 1).stream()
        .filter(RunEvent.TaskFinished.class::isInstance)
        .map(event -> ((RunEvent.TaskFinished) event).node())
        .toList();
  }

  private static void assertWholeChat(RunResult result) {
    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.state().get(MESSAGES))
        .extracting(Message::text)
        .containsExactly("Hi", "", "a done", "b done", "c done", "All done.");
  }

  @Test
  void shouldMakeOnlyTheCallAgainThatWasInProgress(TestInfo test) throws Exception {
    KillableAgent agent = new KillableAgent(folder);
    agent.hold("b");

    RunResult result =
        killedBetween(
            test,
            new Script() {
              @Override
              public RunHandle begin(TemporalRuntime runtime) {
                RunHandle run = start(runtime, agent.graph());
                awaitFinished(runtime, "a", "c");
                await().atMost(LONGEST).until(() -> !agent.executions("b").isEmpty());
                return run;
              }

              @Override
              public RunResult end(TemporalRuntime runtime, RunHandle run) throws Exception {
                agent.release("b");
                return run.await(LONGEST);
              }
            });

    assertWholeChat(result);
    assertThat(agent.executions("a")).hasSize(1);
    assertThat(agent.executions("c")).hasSize(1);
    assertThat(agent.executions("b")).hasSize(2);
    assertThat(agent.executions("b").get(0)).isEqualTo(agent.executions("b").get(1));
    assertThat(agent.executions(KillableAgent.ASKED)).hasSize(1);
  }

  @Test
  void shouldAskTheModelAgainOnlyWhatItWasAskedLast(TestInfo test) throws Exception {
    KillableAgent agent = new KillableAgent(folder);
    agent.hold(KillableAgent.ANSWERED);

    RunResult result =
        killedBetween(
            test,
            new Script() {
              @Override
              public RunHandle begin(TemporalRuntime runtime) {
                RunHandle run = start(runtime, agent.graph());
                await()
                    .atMost(LONGEST)
                    .until(() -> !agent.executions(KillableAgent.ANSWERED).isEmpty());
                return run;
              }

              @Override
              public RunResult end(TemporalRuntime runtime, RunHandle run) throws Exception {
                agent.release(KillableAgent.ANSWERED);
                return run.await(LONGEST);
              }
            });

    assertWholeChat(result);
    assertThat(agent.executions(KillableAgent.ASKED)).hasSize(1);
    assertThat(agent.executions(KillableAgent.ANSWERED)).hasSize(2);
    assertThat(List.of("a", "b", "c"))
        .allSatisfy(it -> assertThat(agent.executions(it)).hasSize(1));
  }

  @Test
  void shouldWaitForAPersonWithoutAWorker(TestInfo test) throws Exception {
    KillableAgent agent = new KillableAgent(folder);

    RunResult result =
        killedBetween(
            test,
            new Script() {
              @Override
              public RunHandle begin(TemporalRuntime runtime) throws Exception {
                RunHandle run = start(runtime, agent.approving());
                assertThat(run.await(LONGEST).status()).isEqualTo(RunStatus.WAITING);
                return run;
              }

              @Override
              public RunResult end(TemporalRuntime runtime, RunHandle run) throws Exception {
                Object approval = Map.of("type", "approve");
                return runtime.answer(thread, Answer.single(approval)).await(LONGEST);
              }
            });

    assertWholeChat(result);
    assertThat(List.of("a", "b", "c", KillableAgent.ASKED, KillableAgent.ANSWERED))
        .allSatisfy(it -> assertThat(agent.executions(it)).describedAs(it).hasSize(1));
  }
}

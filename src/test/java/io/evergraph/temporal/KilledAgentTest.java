package io.evergraph.temporal;

import static io.evergraph.agent.ReactAgent.MESSAGES;
import static io.evergraph.temporal.Marks.LONGEST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.evergraph.event.RunEvent;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Graph;
import io.evergraph.llm.message.Message;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** Agents whose worker is killed in the middle of something: nothing that finished runs again. */
@Tag("real")
@Tag("slow")
class KilledAgentTest {
  private final ThreadId thread = ThreadId.random();

  @TempDir private Path folder;
  private Marks marks;
  private KillableAgent agent;

  @BeforeEach
  void makeAgent() {
    marks = new Marks(folder);
    agent = new KillableAgent(marks);
  }

  private KilledWorker worker(TestInfo test) throws IOException {
    String queue = "killed-agents-" + test.getTestMethod().orElseThrow().getName();
    return KilledWorker.start(queue, folder, agent.graph(), agent.approving());
  }

  private RunHandle start(KilledWorker worker, Graph graph) {
    return worker.runtime().start(graph, thread, KillableAgent.input());
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
    marks.hold("b", 1);
    try (KilledWorker worker = worker(test)) {
      RunHandle run = start(worker, agent.graph());
      awaitFinished(worker.runtime(), "a", "c");
      marks.awaitHeld("b");

      worker.kill();

      assertWholeChat(run.await(LONGEST));
    }
    assertThat(marks.executions("a")).hasSize(1);
    assertThat(marks.executions("c")).hasSize(1);
    assertThat(marks.executions("b")).hasSize(2);
    assertThat(marks.executions("b").get(0)).isEqualTo(marks.executions("b").get(1));
    assertThat(marks.executions(KillableAgent.ASKED)).hasSize(1);
  }

  @Test
  void shouldAskTheModelAgainOnlyWhatItWasAskedLast(TestInfo test) throws Exception {
    marks.hold(KillableAgent.ANSWERED, 1);
    try (KilledWorker worker = worker(test)) {
      RunHandle run = start(worker, agent.graph());
      marks.awaitHeld(KillableAgent.ANSWERED);

      worker.kill();

      assertWholeChat(run.await(LONGEST));
    }
    assertThat(marks.executions(KillableAgent.ASKED)).hasSize(1);
    assertThat(marks.executions(KillableAgent.ANSWERED)).hasSize(2);
    assertThat(List.of("a", "b", "c"))
        .allSatisfy(it -> assertThat(marks.executions(it)).hasSize(1));
  }

  @Test
  void shouldWaitForAPersonWithoutAWorker(TestInfo test) throws Exception {
    try (KilledWorker worker = worker(test)) {
      RunHandle run = start(worker, agent.approving());
      assertThat(run.await(LONGEST).status()).isEqualTo(RunStatus.WAITING);

      worker.kill();

      Object approval = Map.of("type", "approve");
      assertWholeChat(worker.runtime().answer(thread, Answer.single(approval)).await(LONGEST));
    }
    assertThat(List.of("a", "b", "c", KillableAgent.ASKED, KillableAgent.ANSWERED))
        .allSatisfy(it -> assertThat(marks.executions(it)).describedAs(it).hasSize(1));
  }
}

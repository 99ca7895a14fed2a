package io.evergraph.temporal;

import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.TextNode;
import io.evergraph.contract.CapturedLogs;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.Question;
import io.evergraph.runtime.LogContents;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import io.temporal.client.WorkflowStub;
import java.time.Duration;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** What Temporal's library logs of failures: their types, and messages only where logs may. */
@Isolated
class TemporalLogsTest {
  private static final Channel<String> WORD = Channel.of("word", String.class);
  private static final Duration MOMENT = Duration.ofMillis(1);

  /** An error, other than an exception, fails the workflow task that commits the value. */
  private static final Channel<String> LAST =
      Channel.of("last", String.class)
          .reducedBy(
              "breaks",
              (before, word) -> {
                throw new InternalError("Cannot keep " + word);
              })
          .initially("");

  private final String marker = "marker" + UUID.randomUUID().toString().replace("-", "");
  private final CapturedLogs logs = new CapturedLogs();
  private final TemporalHouse house = TemporalHouse.embedded();

  @AfterEach
  void close() {
    house.close();
    LogContents.show(false);
    logs.close();
  }

  private static Graph graph(NodeAction action, Channel<?> channel) {
    return Graph.builder("use")
        .channels(WORD, channel)
        .node("use", action, NodePolicy.builder().attempts(2).interval(MOMENT).build())
        .edge(START, "use")
        .edge("use", END)
        .build();
  }

  private RunHandle start(Graph graph, ThreadId thread, RunOptions.Builder options) {
    house.graphs().register(graph);
    return house.runtime().start("use", thread, StateUpdate.of(WORD, marker), options.build());
  }

  private Graph failing() {
    return graph(
        context -> {
          throw new IllegalStateException(
              "Cannot use " + context.state().get(WORD), new IllegalArgumentException(marker));
        },
        LAST);
  }

  private RunResult failed(ThreadId thread) {
    RunResult failed = start(failing(), thread, RunOptions.builder().alone()).await();
    assertThat(failed.status()).isEqualTo(RunStatus.FAILED);
    return failed;
  }

  private WorkflowStub workflow(ThreadId thread) {
    return house.connection().client().newUntypedWorkflowStub(thread.value());
  }

  @Test
  void shouldKeepTheMessagesOfARunThatEndsItsThreadOutOfLogs() {
    ThreadId thread = ThreadId.of("alone");

    RunResult failed = failed(thread);

    assertThat(failed.toString()).contains("Cannot use " + marker);
    assertThatThrownBy(() -> workflow(thread).getResult(Object.class))
        .hasStackTraceContaining("Cannot use " + marker);
    assertThat(logs.with("Activity failure")).hasSize(2);
    assertThat(logs.with("Workflow execution failure")).hasSize(1);
    assertThat(logs.with(marker)).isEmpty();
  }

  @Test
  void shouldLogTheMessagesOfARunThatEndsItsThreadWhereLogsMay() {
    LogContents.show(true);

    RunResult unused = failed(ThreadId.of("shown"));

    assertThat(logs.with("Activity failure"))
        .hasSize(2)
        .allMatch(line -> line.contains("Cannot use " + marker));
    assertThat(logs.with("Workflow execution failure"))
        .hasSize(1)
        .allMatch(line -> line.contains("Cannot use " + marker));
  }

  @Test
  void shouldTellCallersButNoLogWhatIsRefused() {
    ThreadId thread = ThreadId.of("asks");
    RunHandle run =
        start(
            graph(
                context ->
                    Command.update(
                        WORD, context.interrupt(Question.asking(String.class, "Which?"))),
                LAST),
            thread,
            RunOptions.builder());
    assertThat(run.await().status()).isEqualTo(RunStatus.WAITING);

    assertThatThrownBy(() -> house.runtime().answer(thread, Answer.to(marker + "-id", "x")))
        .hasMessageContaining(marker + "-id");
    assertThatThrownBy(
            () -> workflow(thread).query("copy", Object.class, TextNode.valueOf(marker + "-q")))
        .hasStackTraceContaining(marker + "-q");
    assertThatThrownBy(
            () -> workflow(thread).update("submit", Object.class, TextNode.valueOf(marker + "-u")))
        .hasStackTraceContaining(marker + "-u");

    assertThat(logs.with(marker)).isEmpty();
  }

  @Test
  void shouldKeepTheMessageOfAWorkflowTaskThatFailsOutOfLogs() {
    ThreadId thread = ThreadId.of("stuck");
    Graph graph = graph(context -> Command.update(LAST, marker), LAST);

    RunHandle unused = start(graph, thread, RunOptions.builder());

    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(
            () -> assertThat(logs.with("Workflow task processing failure")).isNotEmpty());
    assertThat(logs.with("InternalError")).isNotEmpty();
    assertThat(house.connection().client().fetchHistory(thread.value()).getHistory().toString())
        .contains("Cannot keep " + marker);
    assertThat(logs.with(marker)).isEmpty();
  }
}

package io.evergraph.temporal;

import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.contract.OnRuntimes;
import io.evergraph.contract.TestRuntime;
import io.evergraph.contract.TestRuntime.Kind;
import io.evergraph.event.InterruptEvent;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Embedding;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.Question;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadStatus;
import io.evergraph.state.StateUpdate;
import io.temporal.api.common.v1.Payloads;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.client.WorkflowOptions;
import io.temporal.common.converter.GlobalDataConverter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** Threads with children, of which both are continued as new: nothing is lost or comes twice. */
@OnRuntimes({Kind.SHORT_EMBEDDED, Kind.SHORT_REAL})
class ContinuedChildContract {
  private static final Duration LONGEST = Duration.ofSeconds(60);
  private static final int QUESTIONS = 12;

  private final ThreadId thread = ThreadId.random();

  @Parameter private TestRuntime on;

  private TemporalRuntime runtime() {
    return on.temporal().runtime();
  }

  private static RunResult finish(RunHandle run) {
    try {
      return run.await(LONGEST);
    } catch (TimeoutException late) {
      throw new AssertionError(late);
    }
  }

  private int executions(ThreadId of) {
    return Executions.of(on.temporal().connection().client(), of).size();
  }

  /** Asks as often as it is told to, one question after the other, and then does something else. */
  private static Graph asking(NodeAction last) {
    return Graph.builder("much_asking")
        .channels(LongLives.LOG, LongLives.LEFT)
        .node(
            "ask",
            context ->
                Command.update(
                    StateUpdate.of(LongLives.LEFT, context.state().get(LongLives.LEFT) - 1)
                        .with(
                            LongLives.LOG,
                            ""
                                + context.interrupt(
                                    Question.of(context.state().get(LongLives.LEFT))))))
        .node("last", last)
        .edge(START, "ask")
        .route("ask", state -> state.get(LongLives.LEFT) > 0 ? "ask" : "last", "ask", "last")
        .build();
  }

  private static Graph around(NodeAction last) {
    return Graph.builder("continued_parent")
        .channels(LongLives.LOG, LongLives.LEFT)
        .subgraph("child", asking(last), Embedding.ownThread())
        .node("out", context -> Command.update(LongLives.LOG, "out"))
        .edge(START, "child")
        .edge("child", "out")
        .build();
  }

  private RunResult asked() {
    return asked(context -> Command.none());
  }

  private RunResult asked(NodeAction last) {
    return finish(runtime().start(around(last), thread, StateUpdate.of(LongLives.LEFT, QUESTIONS)));
  }

  /** Returns the run that begins with the last answer. */
  private RunHandle answerAll(RunResult asked) {
    RunResult result = asked;
    for (int left = QUESTIONS; left > 1; left--) {
      assertThat(result.interrupts().get(0).value()).isEqualTo(left);
      result = finish(answer(result, left));
    }
    return answer(result, 1);
  }

  private RunHandle answer(RunResult asked, int left) {
    return runtime().answer(thread, Answer.to(asked.interrupts().get(0).id(), "a" + left));
  }

  private ThreadId child() {
    return ThreadId.ofChild(thread, runtime().snapshot(thread).tasks().get(0).id());
  }

  private static NodeAction holding(CountDownLatch reached, CountDownLatch goesOn) {
    return context -> {
      reached.countDown();
      goesOn.await();
      return Command.none();
    };
  }

  private static List<String> all() {
    List<String> answers =
        new ArrayList<>(
            IntStream.iterate(QUESTIONS, it -> it > 0, it -> it - 1)
                .mapToObj(it -> "a" + it)
                .toList());
    answers.add("out");
    return answers;
  }

  @Test
  void shouldAnswerAChildWhileItAndItsParentAreContinuedAsNew() {
    RunResult asked = asked();
    ThreadId child = child();
    RunResult result = finish(answerAll(asked));

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.state().get(LongLives.LOG)).isEqualTo(all());
    assertThat(executions(thread)).isGreaterThan(1);
    assertThat(executions(child)).isGreaterThan(1);
  }

  @Test
  void shouldStopAChildWithItsParentAfterBothWereContinuedAsNew() throws Exception {
    CountDownLatch reached = new CountDownLatch(1);
    CountDownLatch goesOn = new CountDownLatch(1);
    RunResult asked = asked(holding(reached, goesOn));
    ThreadId child = child();
    RunHandle run = answerAll(asked);
    reached.await();

    runtime().cancel(thread);

    assertThat(finish(run).status()).isEqualTo(RunStatus.CANCELLED);
    await()
        .atMost(LONGEST)
        .until(() -> runtime().snapshot(child).status() == ThreadStatus.INTERRUPTED);
    goesOn.countDown();
    RunResult result = finish(runtime().proceed(thread));
    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.state().get(LongLives.LOG)).isEqualTo(all());
    assertThat(executions(thread)).isGreaterThan(1);
    assertThat(executions(child)).isGreaterThan(1);
  }

  @Test
  void shouldFollowAChildThatIsAnsweredDirectlyWhileBothAreContinuedAsNew() {
    RunResult asked = asked();
    ThreadId child = child();
    RunResult inside = asked;
    for (int left = QUESTIONS; left > 0; left--) {
      inside =
          finish(runtime().answer(child, Answer.to(inside.interrupts().get(0).id(), "a" + left)));
    }

    assertThat(inside.status()).isEqualTo(RunStatus.FINISHED);
    await().atMost(LONGEST).until(() -> runtime().snapshot(thread).status() == ThreadStatus.IDLE);
    assertThat(runtime().snapshot(thread).state().get(LongLives.LOG)).isEqualTo(all());
    assertThat(executions(thread)).isGreaterThan(1);
  }

  @Test
  void shouldNotAskAgainWhenAReportCrossesAnAnswerAndAContinueAsNew() throws Exception {
    CountDownLatch reached = new CountDownLatch(1);
    CountDownLatch goesOn = new CountDownLatch(1);
    RunResult asked = asked(holding(reached, goesOn));
    RunHandle unused = answerAll(asked);
    reached.await();
    List<JsonNode> reports = reports();
    JsonNode lastQuestion = reports.get(reports.size() - 1);
    int before = executions(thread);
    UnknownAnswers.send(runtime(), thread);
    await().atMost(LONGEST).until(() -> executions(thread) > before);

    beginLastExecutionAgain(lastQuestion);
    goesOn.countDown();

    await().atMost(LONGEST).until(() -> runtime().snapshot(thread).status() == ThreadStatus.IDLE);
    assertThat(runtime().snapshot(thread).state().get(LongLives.LOG)).isEqualTo(all());
    assertThat(runtime().events(thread, 1))
        .filteredOn(InterruptEvent.InterruptOpened.class::isInstance)
        .hasSize(QUESTIONS);
  }

  /** What the child has told the thread, as its histories hold it. */
  private List<JsonNode> reports() {
    return Executions.of(on.temporal().connection().client(), thread).stream()
        .flatMap(history -> history.getEvents().stream())
        .filter(HistoryEvent::hasWorkflowExecutionSignaledEventAttributes)
        .map(HistoryEvent::getWorkflowExecutionSignaledEventAttributes)
        .filter(it -> it.getSignalName().equals("report"))
        .map(it -> json(it.getInput()))
        .filter(report -> report.path("reply").has("asked"))
        .toList();
  }

  private static JsonNode json(Payloads payloads) {
    return GlobalDataConverter.get()
        .fromPayloads(0, Optional.of(payloads), JsonNode.class, JsonNode.class);
  }

  /** A signal that comes with the start is there before the execution does anything. */
  private void beginLastExecutionAgain(JsonNode report) {
    WorkflowClient client = on.temporal().connection().client();
    JsonNode input =
        json(
            client
                .fetchHistory(thread.value())
                .getEvents()
                .get(0)
                .getWorkflowExecutionStartedEventAttributes()
                .getInput());
    await()
        .atMost(LONGEST)
        .ignoreException(WorkflowNotFoundException.class)
        .untilAsserted(
            () -> client.newUntypedWorkflowStub(thread.value()).terminate("begins again"));
    WorkflowOptions options =
        WorkflowOptions.newBuilder()
            .setWorkflowId(thread.value())
            .setTaskQueue(on.temporal().connection().taskQueue())
            .build();
    client
        .newUntypedWorkflowStub("Graph", options)
        .signalWithStart("report", new Object[] {report}, new Object[] {input});
  }
}

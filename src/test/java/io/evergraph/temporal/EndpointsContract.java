package io.evergraph.temporal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.evergraph.contract.OnRuntimes;
import io.evergraph.contract.TestRuntime;
import io.evergraph.contract.TestRuntime.Kind;
import io.evergraph.error.GraphMismatchException;
import io.evergraph.error.InvalidAnswerException;
import io.evergraph.error.ThreadExistsException;
import io.evergraph.error.TooLargeException;
import io.evergraph.error.UnknownInterruptException;
import io.evergraph.error.UnknownRunException;
import io.evergraph.event.InterruptEvent;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Interrupt;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadSnapshot;
import io.evergraph.runtime.ThreadStatus;
import io.evergraph.state.StateUpdate;
import io.temporal.client.WorkflowFailedException;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.failure.ApplicationFailure;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** What people and programs do at a thread's workflow, with plain JSON and nothing of ours. */
@OnRuntimes({Kind.EMBEDDED, Kind.REAL})
class EndpointsContract {
  private static final Duration LONGEST = Duration.ofSeconds(60);

  private final ThreadId thread = ThreadId.random();

  @Parameter private TestRuntime on;

  private TemporalHouse house() {
    return on.temporal();
  }

  private TemporalRuntime runtime() {
    return house().runtime();
  }

  private RunResult start(Graph graph) {
    return finish(runtime().start(graph, thread, StateUpdate.empty()));
  }

  private static RunResult finish(RunHandle run) {
    try {
      return run.await(LONGEST);
    } catch (TimeoutException late) {
      throw new AssertionError(late);
    }
  }

  /** The workflow as somebody sees it who has only Temporal's client. */
  private WorkflowStub workflow() {
    return house()
        .connection()
        .client()
        .newUntypedWorkflowStub(thread.value(), Optional.empty(), Optional.empty());
  }

  private void awaitStatus(ThreadStatus status) {
    await()
        .atMost(LONGEST)
        .untilAsserted(() -> assertThat(runtime().snapshot(thread).status()).isEqualTo(status));
  }

  @Test
  void shouldSurviveASignalWithoutAnswers() {
    start(Samples.approval());

    workflow().signal("resume", Map.of("answers", List.of()));
    workflow().signal("resume", Map.of("value", Map.of("approved", true)));

    awaitStatus(ThreadStatus.IDLE);
    assertThat(runtime().events(thread, 1))
        .filteredOn(InterruptEvent.AnswerIgnored.class::isInstance)
        .hasSize(1);
  }

  @Test
  void shouldTellOfAnAnswerThatCameBeforeTheFirstInput() {
    runtime().create(thread, Map.of());
    workflow().signal("resume", Map.of("interrupt", "early", "value", true));

    start(Samples.approval());

    assertThat(runtime().events(thread, 1))
        .filteredOn(InterruptEvent.AnswerIgnored.class::isInstance)
        .hasSize(1);
    assertThat(runtime().snapshot(thread).status()).isEqualTo(ThreadStatus.INTERRUPTED);
  }

  @Test
  void shouldTakeAnAnswerByUpdateWhenOneQuestionIsOpen() {
    start(Samples.approval());

    Map<?, ?> ack =
        workflow()
            .update(
                "answer", Map.class, Map.of("value", Map.of("approved", true, "comment", "ok")));

    assertThat(ack.get("outcome")).isEqualTo("ACCEPTED");
    RunResult result = finish(runtime().run(thread, String.valueOf(ack.get("runId"))));
    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.state().get(Samples.LOG)).containsExactly("prepared", "true ok");
  }

  @Test
  void shouldTakeSeveralAnswersAtOnceWhenTheyNameTheirQuestions() {
    List<Interrupt> open = start(Samples.twoQuestions()).interrupts();

    workflow()
        .update(
            "answer",
            Map.class,
            List.of(
                Map.of("interrupt", open.get(0).id(), "value", "1"),
                Map.of("interrupt", open.get(1).id(), "value", "2")));

    awaitStatus(ThreadStatus.IDLE);
    assertThat(runtime().snapshot(thread).state().get(Samples.LOG))
        .containsExactly("left 1", "right 2");
  }

  @Test
  void shouldTakeAnAnswerBySignal() {
    Interrupt question = start(Samples.approval()).interrupts().get(0);

    workflow()
        .signal(
            "resume",
            Map.of(
                "interrupt",
                question.id(),
                "value",
                Map.of("approved", false, "comment", "too much")));

    awaitStatus(ThreadStatus.IDLE);
    assertThat(runtime().snapshot(thread).state().get(Samples.LOG))
        .containsExactly("prepared", "false too much");
  }

  @Test
  void shouldRefuseASecondAnswerByUpdateAndRecordItAsIgnoredBySignal() {
    Interrupt question = start(Samples.approval()).interrupts().get(0);
    Answer answer = Answer.to(question.id(), new Samples.Approval(true, "first"));
    finish(runtime().answer(thread, answer));

    assertThatThrownBy(() -> runtime().answer(thread, answer))
        .isInstanceOfSatisfying(
            UnknownInterruptException.class,
            refused -> assertThat(refused.interruptId()).isEqualTo(question.id()));
    workflow()
        .signal(
            "resume",
            Map.of(
                "interrupt", question.id(), "value", Map.of("approved", false, "comment", "2nd")));

    await()
        .atMost(LONGEST)
        .untilAsserted(
            () ->
                assertThat(runtime().events(thread, 1))
                    .last()
                    .isInstanceOf(InterruptEvent.AnswerIgnored.class));
    assertThat(runtime().snapshot(thread).state().get(Samples.LOG))
        .containsExactly("prepared", "true first");
  }

  @Test
  void shouldGoOnWhenASignalDoesNotFitItsSchemaOrAnyForm() {
    start(Samples.approval());

    workflow().signal("resume", Map.of("value", Map.of("approved", "perhaps")));
    workflow().signal("resume", "what?");
    workflow().signal("resume", Map.of("interrupt", "no value"));
    workflow()
        .signal(
            "resume",
            Map.of(
                "value",
                new Samples.Approval(true, "ok"),
                "goto",
                Map.of("send", "prepare", "timeout", "soon")));

    await()
        .atMost(LONGEST)
        .untilAsserted(
            () ->
                assertThat(runtime().events(thread, 1))
                    .filteredOn(InterruptEvent.AnswerIgnored.class::isInstance)
                    .hasSize(4));
    assertThat(runtime().snapshot(thread).interrupts()).hasSize(1);
    assertThatThrownBy(() -> runtime().answer(thread, Answer.single(Map.of("approved", "perhaps"))))
        .isInstanceOf(InvalidAnswerException.class);
  }

  @Test
  void shouldApplyTheSameMessageOnceWhenItComesTwice() {
    start(Samples.approval());
    Answer answer = Answer.single(new Samples.Approval(true, "once"));

    finish(runtime().answer(thread, "answer-1", List.of(answer)));
    RunResult again = finish(runtime().answer(thread, "answer-1", List.of(answer)));

    assertThat(again.state().get(Samples.LOG)).containsExactly("prepared", "true once");
    Map<?, ?> ack =
        workflow().update("answer", Map.class, Map.of("runId", "answer-1", "value", "anything"));
    assertThat(ack.get("outcome")).isEqualTo("DUPLICATE");
  }

  @Test
  void shouldTryAgainByHandWhenATaskIsParked() {
    assertThat(start(Samples.failing(new AtomicInteger(), 3)).status()).isEqualTo(RunStatus.PARKED);

    workflow().signal("resume", Map.of("retry", true));

    awaitStatus(ThreadStatus.IDLE);
    assertThat(runtime().snapshot(thread).state().get(Samples.LOG))
        .containsExactly("paid at attempt 1");
  }

  @Test
  void shouldRefuseMessagesThatAreTooLarge() {
    start(Samples.twoQuestions());
    String large = "x".repeat(300_000);

    assertThatThrownBy(() -> runtime().answer(thread, Answer.to(openQuestion(), large)))
        .isInstanceOf(TooLargeException.class);
    assertThatThrownBy(
            () ->
                runtime()
                    .start(
                        "two_questions",
                        thread,
                        StateUpdate.of(Samples.LOG, large),
                        RunOptions.defaults()))
        .isInstanceOf(TooLargeException.class);
  }

  private String openQuestion() {
    return runtime().snapshot(thread).interrupts().get(0).id();
  }

  @Test
  void shouldTellEverythingByQueryInPlainJson() {
    start(Samples.approval());

    Map<?, ?> status = workflow().query("status", Map.class);
    assertThat(status.get("status")).isEqualTo("INTERRUPTED");
    assertThat(status.get("next")).isEqualTo(List.of("approve"));
    assertThat(workflow().query("state", Map.class)).isEqualTo(Map.of("log", List.of("prepared")));
    List<?> open = workflow().query("interrupts", List.class);
    assertThat(open).hasSize(1);
    assertThat(String.valueOf(open)).contains("Refund 120?", "approve");
    Map<?, ?> events = workflow().query("events", Map.class);
    assertThat(String.valueOf(events)).contains("RunStarted", "InterruptOpened", "RunWaiting");
    assertThat(workflow().query("diagram", String.class)).contains("flowchart", "approve");
  }

  @Test
  void shouldRunAGraphAloneWhenItIsStartedByHand() {
    runtime().graphs().register(Samples.chain("by_hand", "a", "b"));

    WorkflowStub started =
        startByHand(Map.of("graph", "by_hand", "tags", Arrays.asList("tagged", null)));

    assertThat(started.getResult(Map.class)).isEqualTo(Map.of("log", List.of("a", "b")));
    ThreadSnapshot snapshot = runtime().snapshot(thread);
    assertThat(snapshot.status()).isEqualTo(ThreadStatus.IDLE);
    assertThat(snapshot.state().get(Samples.LOG)).containsExactly("a", "b");
  }

  private WorkflowStub startByHand(Map<String, Object> submit) {
    WorkflowStub started =
        house()
            .connection()
            .client()
            .newUntypedWorkflowStub(
                "Graph",
                WorkflowOptions.newBuilder()
                    .setWorkflowId(thread.value())
                    .setTaskQueue(house().connection().taskQueue())
                    .build());
    started.start(Map.of("submit", submit));
    return started;
  }

  @Test
  void shouldFailTheWorkflowWhenItIsStartedByHandWithABadInput() {
    runtime().graphs().register(Samples.chain("by_hand", "a", "b"));

    WorkflowStub started = startByHand(Map.of("graph", "by_hand", "input", Map.of("lag", "x")));

    assertThatThrownBy(() -> started.getResult(Map.class))
        .isInstanceOf(WorkflowFailedException.class)
        .cause()
        .isInstanceOfSatisfying(
            ApplicationFailure.class,
            failure -> assertThat(failure.getType()).isEqualTo("UnknownChannelException"));
  }

  @Test
  void shouldFailTheWorkflowWhenItIsStartedByHandWithWhatCannotBeRead() {
    runtime().graphs().register(Samples.chain("by_hand", "a", "b"));

    for (Map<String, Object> misfit :
        List.<Map<String, Object>>of(Map.of("maxSteps", 0), Map.of("input", List.of(1)))) {
      Map<String, Object> submit = new HashMap<>(misfit);
      submit.put("graph", "by_hand");
      assertThatThrownBy(() -> startByHand(submit).getResult(20, TimeUnit.SECONDS, Map.class))
          .isInstanceOf(WorkflowFailedException.class)
          .hasStackTraceContaining("InvalidInputException");
    }
  }

  @Test
  void shouldBindAThreadWithItsFirstRun() {
    ThreadSnapshot created = runtime().create(thread, Map.of("customer", "Ada"));
    runtime().graphs().register(Samples.approval());

    assertThat(created.graph()).isNull();
    assertThat(created.metadata()).isEqualTo(Map.of("customer", "Ada"));
    assertThatThrownBy(() -> runtime().create(thread, Map.of()))
        .isInstanceOf(ThreadExistsException.class);
    assertThat(start(Samples.chain("first", "a")).state().get(Samples.LOG)).containsExactly("a");
    assertThatThrownBy(() -> start(Samples.approval())).isInstanceOf(GraphMismatchException.class);
    assertThatThrownBy(() -> runtime().run(thread, "no-such-run"))
        .isInstanceOf(UnknownRunException.class);
  }

  @Test
  void shouldEndTheThreadWhenTemporalIsAskedToCancelIt() {
    start(Samples.approval());

    workflow().cancel();

    assertThatThrownBy(() -> workflow().getResult(Map.class))
        .isInstanceOf(WorkflowFailedException.class);
    assertThat(runtime().snapshot(thread).state().get(Samples.LOG)).containsExactly("prepared");
  }

  /** Works until it is let go. */
  private static Graph working(CountDownLatch begun, CountDownLatch done) {
    return Graph.builder("working")
        .channels(Samples.LOG)
        .node(
            "work",
            context -> {
              begun.countDown();
              done.await();
              return Command.update(Samples.LOG, "worked");
            })
        .edge(Graph.START, "work")
        .build();
  }

  @Test
  void shouldBeginNoQueuedRunWhenTemporalIsAskedToCancelTheThread() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch done = new CountDownLatch(1);
    Graph graph = working(begun, done);
    RunHandle first = runtime().start(graph, thread, StateUpdate.empty());
    begun.await();
    RunHandle queued = runtime().start(graph, thread, StateUpdate.empty());

    workflow().cancel();

    assertThatThrownBy(() -> workflow().getResult(Map.class))
        .isInstanceOf(WorkflowFailedException.class);
    assertThat(runtime().snapshot(thread).status()).isEqualTo(ThreadStatus.INTERRUPTED);
    assertThat(finish(first).status()).isEqualTo(RunStatus.CANCELLED);
    assertThat(finish(queued).status()).isEqualTo(RunStatus.CANCELLED);
    done.countDown();
  }
}

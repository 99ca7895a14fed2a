package io.evergraph.temporal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.evergraph.contract.OnRuntimes;
import io.evergraph.contract.TestRuntime;
import io.evergraph.contract.TestRuntime.Kind;
import io.evergraph.error.UnknownInterruptException;
import io.evergraph.event.InterruptEvent;
import io.evergraph.event.RunEvent;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Interrupt;
import io.evergraph.graph.NodeAction;
import io.evergraph.runtime.EventStream;
import io.evergraph.runtime.HistoryEntry;
import io.evergraph.runtime.HistoryQuery;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadQuery;
import io.evergraph.runtime.ThreadStatus;
import io.evergraph.state.StateUpdate;
import io.evergraph.temporal.protocol.RunView;
import io.temporal.api.sdk.v1.WorkflowMetadata;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** Threads whose workflow is continued as new again and again: nobody notices. */
@OnRuntimes({Kind.SHORT_EMBEDDED, Kind.SHORT_REAL})
@Tag("slow")
class ContinuationContract {
  /** {@code -Dturns=10000} for a long life. */
  private static final int TURNS = Integer.getInteger("turns", 100);

  private static final Duration LONGEST = Duration.ofSeconds(60);

  private final ThreadId thread = ThreadId.random();

  @Parameter private TestRuntime on;

  private TemporalHouse house() {
    return on.temporal();
  }

  private TemporalRuntime runtime() {
    return house().runtime();
  }

  private static RunResult finish(RunHandle run) {
    try {
      return run.await(LONGEST);
    } catch (TimeoutException late) {
      throw new AssertionError(late);
    }
  }

  private RunResult turn(String text) {
    return finish(runtime().start(LongLives.turns(), thread, StateUpdate.of(LongLives.TEXT, text)));
  }

  private String execution() {
    return house()
        .connection()
        .client()
        .newUntypedWorkflowStub(thread.value())
        .describe()
        .getExecution()
        .getRunId();
  }

  private String currentDetails() {
    return house()
        .connection()
        .client()
        .newUntypedWorkflowStub(thread.value())
        .query("__temporal_workflow_metadata", WorkflowMetadata.class)
        .getCurrentDetails();
  }

  private static List<String> downFrom(int first) {
    return IntStream.iterate(first, it -> it > 0, it -> it - 1).mapToObj(it -> "" + it).toList();
  }

  private static void assertNumbers(List<RunEvent> events) {
    assertThat(events.stream().map(RunEvent::number))
        .containsExactlyElementsOf(LongStream.rangeClosed(1, events.size()).boxed().toList());
  }

  @Test
  void shouldBringTheResultOfARunAloneFromTheLastExecution() {
    runtime().graphs().register(LongLives.countdown());
    RunOptions alone = RunOptions.builder().alone().build();

    RunHandle run = runtime().start("countdown", thread, StateUpdate.of(LongLives.LEFT, 40), alone);
    String first = execution();
    RunResult result = finish(run);

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.state().get(LongLives.LOG)).isEqualTo(downFrom(40));
    assertThat(execution()).isNotEqualTo(first);
    assertNumbers(runtime().events(thread, 1));
  }

  @Test
  void shouldDeliverEachEventOnceToWhoFollows() throws Exception {
    List<RunEvent> live = new ArrayList<>();
    runtime().create(thread, Map.of());
    try (EventStream events = runtime().follow(thread, 1)) {
      finish(runtime().start(LongLives.countdown(), thread, StateUpdate.of(LongLives.LEFT, 100)));
      while (live.stream().noneMatch(RunEvent.RunFinished.class::isInstance)) {
        List<RunEvent> news = events.next(LONGEST);
        assertThat(news).as("events after %s", live.size()).isNotEmpty();
        live.addAll(news);
      }
    }

    assertNumbers(live);
    assertThat(runtime().events(thread, 1)).isEqualTo(live);
    assertThat(runtime().events(thread, 7)).isEqualTo(live.subList(6, live.size()));
  }

  @Test
  void shouldReadOlderCheckpointsFromTheExecutionsThatMadeThem() {
    finish(runtime().start(LongLives.countdown(), thread, StateUpdate.of(LongLives.LEFT, 120)));

    List<HistoryEntry> history = runtime().history(thread, HistoryQuery.all());

    assertThat(history.stream().map(entry -> entry.snapshot().checkpoint()))
        .containsExactlyElementsOf(
            LongStream.iterate(122, it -> it > 0, it -> it - 1).boxed().toList());
    assertThat(history.stream().limit(120).map(it -> it.snapshot().state().get(LongLives.LEFT)))
        .containsExactlyElementsOf(IntStream.range(0, 120).boxed().toList());
    assertThat(runtime().stateAt(thread, 4).get(LongLives.LOG)).containsExactly("120", "119");
    assertThat(runtime().snapshot(thread, 3).next()).containsExactly("count");
    assertThat(runtime().history(thread, HistoryQuery.all().before(6).limit(2)))
        .extracting(entry -> entry.snapshot().checkpoint())
        .containsExactly(5L, 4L);
  }

  @Test
  void shouldKnowOfARunInProgressWithoutEarlierExecutions() throws Exception {
    CountDownLatch reached = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    NodeAction holding =
        context -> {
          if (context.state().get(LongLives.LEFT) == 2) {
            reached.countDown();
            assertThat(goOn.await(LONGEST.toSeconds(), TimeUnit.SECONDS)).isTrue();
          }
          return LongLives.countOn(context);
        };
    RunHandle run =
        runtime().start(LongLives.countdown(holding), thread, StateUpdate.of(LongLives.LEFT, 60));
    assertThat(reached.await(LONGEST.toSeconds(), TimeUnit.SECONDS)).isTrue();

    RunView view =
        house()
            .connection()
            .client()
            .newUntypedWorkflowStub(thread.value())
            .query("run", RunView.class, run.runId());
    goOn.countDown();

    assertThat(view.phase()).isEqualTo(RunView.Phase.RUNNING);
    assertThat(view.event()).isNull();
    assertThat(view.thread()).isNull();
    assertThat(finish(run).state().get(LongLives.LOG)).hasSize(60);
  }

  @Test
  void shouldFindARunThatEndedLongAgo() {
    RunResult first = turn("first");
    finish(runtime().start(LongLives.turns(), thread, StateUpdate.of(LongLives.TEXT, "second")));
    IntStream.range(0, 100).forEach(number -> turn("turn " + number));

    RunResult again = finish(runtime().run(thread, first.runId()));

    assertThat(again.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(again.state().get(LongLives.LOG)).containsExactly("first");
  }

  @Test
  void shouldTakeAMessageOnceWhoeverSendsItAgain() {
    RunOptions same = RunOptions.builder().runId("order-1").build();
    runtime().graphs().register(LongLives.turns());
    RunResult first =
        finish(runtime().start("turns", thread, StateUpdate.of(LongLives.TEXT, "order 1"), same));
    String execution = execution();
    IntStream.range(0, 20).forEach(number -> turn("turn " + number));

    RunResult again =
        finish(runtime().start("turns", thread, StateUpdate.of(LongLives.TEXT, "order 1"), same));

    assertThat(execution()).isNotEqualTo(execution);
    assertThat(again.runId()).isEqualTo(first.runId());
    assertThat(runtime().snapshot(thread).state().get(LongLives.LOG))
        .hasSize(21)
        .containsOnlyOnce("order 1");
  }

  @Test
  void shouldLetTheFirstOfTwoPeopleAnswer() throws Exception {
    for (int round = 0; round < 6; round++) {
      RunResult asked =
          finish(
              runtime().start(LongLives.deciding(Duration.ofDays(1)), thread, StateUpdate.empty()));
      Interrupt question = asked.interrupts().get(0);

      List<Object> outcomes =
          together(() -> answer(question, "Ann"), () -> answer(question, "Bob"));

      assertThat(outcomes).filteredOn(UnknownInterruptException.class::isInstance).hasSize(1);
      assertThat(outcomes).filteredOn(RunHandle.class::isInstance).hasSize(1);
      RunHandle won =
          (RunHandle)
              outcomes.stream().filter(RunHandle.class::isInstance).findFirst().orElseThrow();
      String winner = outcomes.indexOf(won) == 0 ? "Ann" : "Bob";
      assertThat(finish(won).state().get(LongLives.LOG)).hasSize(round + 1).endsWith(winner);
    }
  }

  private Object answer(Interrupt question, String who) {
    try {
      return runtime().answer(thread, Answer.to(question.id(), who));
    } catch (UnknownInterruptException late) {
      return late;
    }
  }

  private static List<Object> together(Callable<Object> one, Callable<Object> other)
      throws Exception {
    ExecutorService people = Executors.newFixedThreadPool(2);
    try {
      List<Object> outcomes = new ArrayList<>();
      for (Future<Object> outcome : people.invokeAll(List.of(one, other))) {
        outcomes.add(outcome.get());
      }
      return outcomes;
    } finally {
      people.shutdown();
    }
  }

  @Test
  void shouldKeepDeadlines() {
    RunResult asked =
        finish(
            runtime()
                .start(LongLives.deciding(Duration.ofSeconds(8)), thread, StateUpdate.empty()));
    Interrupt question = asked.interrupts().get(0);
    String first = execution();
    UnknownAnswers.send(runtime(), thread);

    RunEvent expired = awaitEvent(InterruptEvent.InterruptExpired.class);

    assertThat(execution()).isNotEqualTo(first);
    assertThat(expired.at()).isAfterOrEqualTo(question.expiresAt());
    RunEvent finished = awaitEvent(RunEvent.RunFinished.class);
    assertThat(finished.number()).isGreaterThan(expired.number());
    assertThat(runtime().snapshot(thread).state().get(LongLives.LOG)).containsExactly("nobody");
  }

  private RunEvent awaitEvent(Class<? extends RunEvent> kind) {
    try (EventStream events = runtime().follow(thread, 1)) {
      while (true) {
        List<RunEvent> news = events.next(LONGEST);
        assertThat(news).as("events until %s", kind).isNotEmpty();
        for (RunEvent event : news) {
          if (kind.isInstance(event)) {
            return event;
          }
        }
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new AssertionError(interrupted);
    }
  }

  @Test
  void shouldTakeUpAndGoBackToCheckpointsOfEarlierExecutions() {
    finish(runtime().start(LongLives.countdown(), thread, StateUpdate.of(LongLives.LEFT, 100)));

    runtime().rollback(thread, 3);
    assertThat(runtime().snapshot(thread).state().get(LongLives.LEFT)).isEqualTo(99);
    RunResult forward = finish(runtime().proceed(thread, "on", null));
    assertThat(forward.state().get(LongLives.LOG)).isEqualTo(downFrom(100));
  }

  @Test
  void shouldStayWhereItIsWhileTooMuchWouldHaveToComeAlong() {
    Random random = new Random(1);
    IntStream.range(0, 10).forEach(number -> turn(unpackable(random)));
    String stuck = execution();
    turn("one more");
    turn("and one more");

    assertThat(execution()).isEqualTo(stuck);
    assertThat(currentDetails()).contains("Cannot be continued as new", "at most 1,700,000 may");
    assertThat(runtime().snapshot(thread).state().get(LongLives.LOG))
        .hasSize(12)
        .endsWith("and one more");
  }

  private static String unpackable(Random random) {
    byte[] bytes = new byte[150_000];
    random.nextBytes(bytes);
    return Base64.getEncoder().encodeToString(bytes);
  }

  @Test
  void shouldPackWhatWouldHaveToComeAlong() {
    String large = "a line of a document that was read, ".repeat(6_000);
    IntStream.range(0, 12).forEach(number -> turn(number + large));
    String first = execution();
    turn("one more");
    IntStream.range(0, 10).forEach(number -> turn("" + number));

    assertThat(execution()).isNotEqualTo(first);
    assertThat(runtime().snapshot(thread).state().get(LongLives.LOG))
        .hasSize(23)
        .startsWith("0" + large);
  }

  @Test
  void shouldBeListedAsBefore() {
    runtime().create(thread, Map.of("customer", "c-17"));
    String first = execution();
    IntStream.range(0, 20).forEach(number -> turn("turn " + number));

    assertThat(execution()).isNotEqualTo(first);
    assertThat(runtime().snapshot(thread).metadata()).containsEntry("customer", "c-17");
    await()
        .atMost(LONGEST)
        .untilAsserted(
            () ->
                assertThat(runtime().threads(ThreadQuery.of(ThreadStatus.IDLE).graph("turns")))
                    .containsOnlyOnce(thread));
  }

  @Test
  void shouldGoOnWithTheVersionThatItWasMovedTo() {
    turn("first");
    runtime().graphs().register(LongLives.turns("2", "second: "));
    runtime().migrate(thread, "2");
    String moved = execution();
    for (int number = 0; number < 20; number++) {
      finish(
          runtime()
              .start(
                  "turns",
                  thread,
                  StateUpdate.of(LongLives.TEXT, "" + number),
                  RunOptions.defaults()));
    }

    assertThat(execution()).isNotEqualTo(moved);
    assertThat(runtime().snapshot(thread).state().get(LongLives.LOG))
        .startsWith("first", "second: 0")
        .endsWith("second: 19");
  }

  @Test
  void shouldLiveThroughManyTurns() {
    IntStream.range(0, TURNS).forEach(number -> turn("turn " + number));

    assertThat(runtime().snapshot(thread).state().get(LongLives.LOG))
        .isEqualTo(IntStream.range(0, TURNS).mapToObj(number -> "turn " + number).toList());
    List<RunEvent> events = runtime().events(thread, 1);
    assertNumbers(events);
    assertThat(events).filteredOn(RunEvent.RunFinished.class::isInstance).hasSize(TURNS);
  }
}

package io.evergraph.contract;

import static io.evergraph.contract.Graphs.LOG;
import static io.evergraph.contract.Graphs.log;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.error.QuestionExpiredException;
import io.evergraph.error.UnknownInterruptException;
import io.evergraph.event.InterruptEvent;
import io.evergraph.event.RunEvent;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Interrupt;
import io.evergraph.graph.Question;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadStatus;
import io.evergraph.state.StateUpdate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What becomes of questions that nobody answers in time. */
class ExpiryContract extends RuntimeContract {
  private static final Duration SOON = Duration.ofMillis(300);
  private static final Duration NOT_SOON = Duration.ofHours(1);

  private static Graph asking(String name, Question<Object> question) {
    return Graph.builder(name)
        .channels(LOG)
        .node("ask", context -> Command.update(LOG, "ask " + context.interrupt(question)))
        .node("next", log("next"))
        .node("late", log("late"))
        .edge(START, "ask")
        .edge("ask", "next")
        .ends("ask", "late")
        .build();
  }

  @Test
  void shouldGoOnWithTheDefaultAnswer() {
    Instant before = Instant.now();
    RunResult waiting =
        start(
            asking("defaulting", Question.of("?").expiresAfter(SOON).otherwise("nobody")),
            StateUpdate.empty());

    assertThat(waiting.status()).isEqualTo(RunStatus.WAITING);
    assertThat(waiting.interrupts().get(0).expiresAt())
        .isBetween(before.plus(SOON).minusMillis(50), Instant.now().plus(SOON));
    List<RunEvent> events = awaitEvent(RunEvent.RunFinished.class::isInstance);

    assertThat(runtime().snapshot(thread()).state().get(LOG)).containsExactly("ask nobody", "next");
    assertThat(events)
        .anySatisfy(
            event ->
                assertThat(event)
                    .isInstanceOfSatisfying(
                        InterruptEvent.InterruptExpired.class,
                        expired -> {
                          assertThat(expired.interruptId())
                              .isEqualTo(waiting.interrupts().get(0).id());
                          assertThat(expired.outcome()).isEqualTo(InterruptEvent.Expired.ANSWERED);
                        }));
    assertGapless(runtime().events(thread(), 1));
  }

  @Test
  void shouldGiveTheRunThatADeadlineBeginsAHandle() {
    start(
        asking("handled", Question.of("?").expiresAfter(SOON).otherwise(null)),
        StateUpdate.empty());
    List<RunEvent> events = awaitEvent(RunEvent.RunFinished.class::isInstance);
    String run = events.get(events.size() - 1).runs().get(0);

    assertThat(await(runtime().run(thread(), run)).state().get(LOG))
        .containsExactly("ask null", "next");
  }

  @Test
  void shouldGoElsewhereInPlaceOfWhatFollows() {
    start(
        asking("routing", Question.of("?").expiresAfter(SOON).otherwiseGoTo("late")),
        StateUpdate.empty());

    awaitEvent(RunEvent.RunFinished.class::isInstance);

    assertThat(runtime().snapshot(thread()).state().get(LOG)).containsExactly("late");
  }

  @Test
  void shouldFailTheTaskWithoutADefaultAndLetItBeRetried() {
    start(asking("failing_late", Question.of("?").expiresAfter(SOON)), StateUpdate.empty());

    List<RunEvent> events = awaitEvent(RunEvent.RunParked.class::isInstance);

    assertThat(events)
        .anySatisfy(
            event ->
                assertThat(event)
                    .isInstanceOfSatisfying(
                        RunEvent.TaskFailed.class,
                        failed ->
                            assertThat(failed.error())
                                .isEqualTo(QuestionExpiredException.class.getName())));
    assertThat(runtime().snapshot(thread()).status()).isEqualTo(ThreadStatus.ERROR);
    RunResult again = answer(Answer.retry());
    assertThat(again.status()).isEqualTo(RunStatus.WAITING);
    assertThat(again.interrupts()).hasSize(1);
  }

  @Test
  void shouldNotExpireWhatWasAnsweredFirst() {
    Graph graph =
        Graph.builder("first")
            .channels(LOG)
            .node(
                "ask",
                context -> {
                  Object quick =
                      context.interrupt(
                          "quick", Question.of("quick?").expiresAfter(SOON).otherwise("late"));
                  Object slow =
                      context.interrupt(
                          "slow", Question.of("slow?").expiresAfter(SOON).otherwise("expired"));
                  return Command.update(LOG, quick + " " + slow);
                })
            .edge(START, "ask")
            .build();
    start(graph, StateUpdate.empty());
    answer(Answer.single("in time"));

    awaitEvent(RunEvent.RunFinished.class::isInstance);

    assertThat(runtime().snapshot(thread()).state().get(LOG)).containsExactly("in time expired");
    assertThat(runtime().events(thread(), 1))
        .filteredOn(InterruptEvent.InterruptExpired.class::isInstance)
        .hasSize(1);
  }

  @Test
  void shouldRefuseAnAnswerThatComesTooLate() {
    RunResult waiting =
        start(
            asking("too_late", Question.of("?").expiresAfter(SOON).otherwise(false)),
            StateUpdate.empty());
    awaitEvent(RunEvent.RunFinished.class::isInstance);

    assertThatThrownBy(() -> answer(Answer.to(waiting.interrupts().get(0).id(), true)))
        .isInstanceOf(UnknownInterruptException.class);
    assertThat(runtime().snapshot(thread()).state().get(LOG)).containsExactly("ask false", "next");
  }

  @Test
  void shouldExpireWhileOtherTasksStillRun() {
    CountDownLatch expired = new CountDownLatch(1);
    Graph graph =
        Graph.builder("beside")
            .channels(LOG)
            .node(
                "ask",
                context ->
                    Command.update(
                        LOG,
                        "ask "
                            + context.interrupt(
                                Question.of("?").expiresAfter(SOON).otherwise("nobody"))))
            .node(
                "work",
                context -> {
                  expired.await(30, TimeUnit.SECONDS);
                  return Command.update(LOG, "work");
                })
            .edge(START, "ask")
            .edge(START, "work")
            .build();
    runtime().graphs().register(graph);
    runtime().start(graph, thread(), StateUpdate.empty());

    awaitEvent(InterruptEvent.InterruptExpired.class::isInstance);
    expired.countDown();
    List<RunEvent> events = awaitEvent(RunEvent.RunFinished.class::isInstance);

    assertThat(runtime().snapshot(thread()).state().get(LOG)).containsExactly("ask nobody", "work");
    assertThat(events).filteredOn(RunEvent.RunStarted.class::isInstance).hasSize(1);
  }

  @Test
  void shouldAnswerBeforeALongDeadlineAsIfThereWereNone() {
    RunResult waiting =
        start(
            asking("long", Question.of("?").expiresAfter(NOT_SOON).otherwise("late")),
            StateUpdate.empty());

    RunResult result = answer(Answer.to(waiting.interrupts().get(0).id(), "now"));

    assertThat(result.state().get(LOG)).containsExactly("ask now", "next");
  }

  @Test
  void shouldExpireInsideASubgraph() {
    Graph inner = asking("inner_late", Question.of("?").expiresAfter(SOON).otherwise("nobody"));
    Graph graph =
        Graph.builder("outer_late")
            .channels(LOG)
            .subgraph("inner", inner)
            .node("done", log("done"))
            .edge(START, "inner")
            .edge("inner", "done")
            .build();
    RunResult waiting = start(graph, StateUpdate.empty());
    assertThat(waiting.interrupts()).extracting(Interrupt::node).containsExactly("ask");

    awaitEvent(RunEvent.RunFinished.class::isInstance);

    assertThat(runtime().snapshot(thread()).state().get(LOG))
        .containsExactly("ask nobody", "next", "done");
  }

  @Test
  void shouldTellAtOnceOfADefaultThatDoesNotFit() {
    Graph graph =
        Graph.builder("misfit_default")
            .channels(LOG)
            .node(
                "ask",
                context ->
                    Command.update(
                        LOG,
                        ""
                            + context.interrupt(
                                Question.asking(Boolean.class, "Sure?")
                                    .expiresAfter(SOON)
                                    .otherwise("perhaps"))))
            .edge(START, "ask")
            .build();

    RunResult result = start(graph, StateUpdate.empty());

    assertThat(result.status()).isEqualTo(RunStatus.PARKED);
    assertThat(result.error()).hasValueSatisfying(e -> assertThat(e).hasMessageContaining("ask"));
  }
}

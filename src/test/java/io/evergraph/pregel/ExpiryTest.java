package io.evergraph.pregel;

import static io.evergraph.graph.Graph.START;
import static io.evergraph.pregel.EngineAssert.assertThatThread;
import static io.evergraph.pregel.Steps.LOG;
import static io.evergraph.pregel.Steps.NOTHING;
import static io.evergraph.pregel.Steps.failsUntil;
import static io.evergraph.pregel.Steps.graph;
import static io.evergraph.pregel.Steps.logs;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.error.QuestionExpiredException;
import io.evergraph.event.InterruptEvent;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.ContentHash;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.OnFailure;
import io.evergraph.graph.Question;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class ExpiryTest {
  private static final Duration WAIT = Duration.ofSeconds(10);

  /** The driver's clock stands at 1 s when the first task has asked. */
  private static final Instant DEADLINE = Instant.EPOCH.plusSeconds(11);

  private static final Question<Object> DEFAULTING =
      Question.of("?").expiresAfter(WAIT).otherwise("nobody");

  private static NodeAction asking(Question<Object> question) {
    return context -> Command.update(LOG, context.node() + "=" + context.interrupt(question));
  }

  private static Graph graphOf(Question<Object> question) {
    return graph()
        .node("ask", asking(question))
        .node("next", logs())
        .node("late", logs())
        .ends("ask", "late")
        .edge(START, "ask")
        .edge("ask", "next")
        .build();
  }

  @Test
  void shouldTellTheDeadlineOfWhatIsOpen() {
    EngineDriver thread = EngineDriver.of(graphOf(DEFAULTING));
    assertThat(thread.pregel().deadline(thread.checkpoint())).isEmpty();

    thread.input(NOTHING);

    assertThat(thread.question("ask").expiresAt()).isEqualTo(DEADLINE);
    assertThat(thread.pregel().deadline(thread.checkpoint())).contains(DEADLINE);
    assertThat(((Next.Waiting) thread.next()).deadline()).contains(DEADLINE);
  }

  @Test
  void shouldTellTheEarliestDeadlineWhenSeveralAreOpen() {
    Graph two =
        graph()
            .node("a", asking(Question.of("?").expiresAfter(Duration.ofDays(2))))
            .node("b", asking(DEFAULTING))
            .node("c", asking(Question.of("for ever")))
            .edge(START, "a")
            .edge(START, "b")
            .edge(START, "c")
            .build();

    EngineDriver thread = EngineDriver.of(two).completing(Completion.FORWARDS).input(NOTHING);

    assertThat(thread.pregel().deadline(thread.checkpoint()))
        .contains(Instant.EPOCH.plusSeconds(12));
    assertThat(thread.question("c").expiresAt()).isNull();
  }

  @Test
  void shouldChangeNothingBeforeTheDeadline() {
    EngineDriver thread = EngineDriver.of(graphOf(DEFAULTING)).input(NOTHING);
    Checkpoint before = thread.checkpoint();

    thread.accept(new Input.Expiry(DEADLINE.minusNanos(1)));

    assertThatThread(thread).waitsFor("ask");
    assertThat(thread.checkpoint().segment()).isEqualTo(before.segment());
    assertThat(thread.checkpoint().number()).isEqualTo(before.number());
  }

  @Test
  void shouldBeginARunWithTheDefaultAnswerAtTheDeadline() {
    EngineDriver thread = EngineDriver.of(graphOf(DEFAULTING)).input(NOTHING);
    String question = thread.question("ask").id();

    thread.accept(new Input.Expiry(DEADLINE));

    assertThatThread(thread).runs("ask");
    assertThat(thread.checkpoint().lastSegment().map(Segment::runId))
        .contains(ContentHash.uuid("expiry", question));
    assertThat(thread.events())
        .filteredOn(InterruptEvent.InterruptExpired.class::isInstance)
        .extracting(event -> ((InterruptEvent.InterruptExpired) event).outcome())
        .containsExactly(InterruptEvent.Expired.ANSWERED);
    assertThatThread(thread.run()).isFinished().holds(LOG, List.of("ask=nobody", "next"));
  }

  @Test
  void shouldKeepTheSettingsOfTheRunBefore() {
    EngineDriver thread =
        EngineDriver.of(graphOf(DEFAULTING))
            .with(RunSettings.of(1, OnFailure.FAIL))
            .input(NOTHING)
            .accept(new Input.Expiry(DEADLINE))
            .run();

    assertThatThread(thread).isOutOfSteps(1, "next");
  }

  @Test
  void shouldGoElsewhereInPlaceOfWhatFollowsAtOnce() {
    Question<Object> elsewhere = Question.of("?").expiresAfter(WAIT).otherwiseGoTo("late");
    EngineDriver thread = EngineDriver.of(graphOf(elsewhere)).input(NOTHING);

    thread.accept(new Input.Expiry(DEADLINE));

    assertThatThread(thread).runs("late");
    assertThatThread(thread.run()).isFinished().holds(LOG, List.of("late")).hasRun("ask", "late");
    assertThat(thread.history())
        .flatExtracting(commit -> commit.done().tasks())
        .flatExtracting(PlannedTask::questions)
        .hasSize(1);
  }

  @Test
  void shouldFailTheTaskThatNobodyAnswered() {
    EngineDriver thread =
        EngineDriver.of(graphOf(Question.of("?").expiresAfter(WAIT))).input(NOTHING);
    String question = thread.question("ask").id();

    thread.accept(new Input.Expiry(DEADLINE));

    assertThatThread(thread).isParkedAt("ask");
    Next.FailedTask failed = ((Next.Parked) thread.next()).failures().get(0);
    assertThat(failed.failure().type()).isEqualTo(QuestionExpiredException.class.getName());
    assertThat(failed.failure().message())
        .contains("'ask'")
        .contains(question)
        .contains(DEADLINE.toString());
    assertThat(failed.failure().details()).containsEntry("interruptId", question);
    assertThatThread(thread.answer(Answer.retry())).waitsFor("ask");
  }

  @Test
  void shouldLetAHandlerStandInForTheTaskThatNobodyAnswered() {
    Graph handled =
        graph()
            .node("ask", asking(Question.of("?").expiresAfter(WAIT)))
            .node("next", logs())
            .node(
                "mend",
                context -> Command.update(LOG, "mends " + context.failure().orElseThrow().node()))
            .onError("ask", "mend")
            .edge(START, "ask")
            .edge("ask", "next")
            .build();

    EngineDriver thread =
        EngineDriver.of(handled).input(NOTHING).accept(new Input.Expiry(DEADLINE)).run();

    assertThatThread(thread).isFinished().holds(LOG, List.of("mends ask", "next"));
  }

  @Test
  void shouldJoinTheRunInProgressWhenSiblingsStillRun() {
    Graph two =
        graph()
            .node("ask", asking(DEFAULTING))
            .node("slow", logs())
            .edge(START, "ask")
            .edge(START, "slow")
            .build();
    EngineDriver thread = EngineDriver.of(two).begin(NOTHING).finish("ask");
    Optional<String> run = thread.checkpoint().lastSegment().map(Segment::runId);

    thread.accept(new Input.Expiry(DEADLINE));

    assertThatThread(thread).runs("ask", "slow");
    assertThat(thread.checkpoint().lastSegment().map(Segment::runId)).isEqualTo(run);
    assertThatThread(thread.run()).isFinished().holds(LOG, List.of("ask=nobody", "slow"));
  }

  @Test
  void shouldBeginARunWhenTheQuestionWasOpenBesideAFailedTask() {
    AtomicBoolean repaired = new AtomicBoolean();
    Graph two =
        graph()
            .node("ask", asking(DEFAULTING))
            .node("broken", failsUntil(repaired))
            .edge(START, "ask")
            .edge(START, "broken")
            .build();

    for (OnFailure reaction : OnFailure.values()) {
      EngineDriver thread = EngineDriver.of(two).with(RunSettings.of(9, reaction)).input(NOTHING);
      String question = thread.question("ask").id();

      thread.accept(new Input.Expiry(Instant.EPOCH.plusSeconds(12)));

      assertThatThread(thread).runs("ask");
      assertThat(thread.checkpoint().lastSegment().map(Segment::runId))
          .contains(ContentHash.uuid("expiry", question));
    }
  }

  @Test
  void shouldWaitForAContinueWhenTheRunWasCancelled() {
    Graph two =
        graph()
            .node("ask", asking(DEFAULTING))
            .node("slow", logs())
            .edge(START, "ask")
            .edge(START, "slow")
            .build();
    EngineDriver thread =
        EngineDriver.of(two).begin(NOTHING).finish("ask").accept(new Input.Cancel());

    thread.accept(new Input.Expiry(DEADLINE));

    assertThatThread(thread).isHaltedBefore("ask", "slow");
    assertThatThread(thread.proceed(null)).isFinished().holds(LOG, List.of("ask=nobody", "slow"));
  }

  @Test
  void shouldLeaveOpenWhatIsNotDue() {
    Graph two =
        graph()
            .node("a", asking(DEFAULTING))
            .node("b", asking(Question.of("?").expiresAfter(Duration.ofDays(1)).otherwise("x")))
            .node("c", asking(Question.of("for ever")))
            .edge(START, "a")
            .edge(START, "b")
            .edge(START, "c")
            .build();
    EngineDriver thread = EngineDriver.of(two).input(NOTHING);

    thread.accept(new Input.Expiry(Instant.EPOCH.plusSeconds(13))).run();

    assertThatThread(thread).waitsFor("b", "c").hasRun("a", "b", "c", "a");
  }
}

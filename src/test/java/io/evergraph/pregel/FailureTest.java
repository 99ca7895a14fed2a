package io.evergraph.pregel;

import static io.evergraph.graph.Graph.START;
import static io.evergraph.pregel.EngineAssert.assertThatThread;
import static io.evergraph.pregel.Steps.LOG;
import static io.evergraph.pregel.Steps.NOTHING;
import static io.evergraph.pregel.Steps.asks;
import static io.evergraph.pregel.Steps.failsUntil;
import static io.evergraph.pregel.Steps.graph;
import static io.evergraph.pregel.Steps.logs;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.error.NothingToResumeException;
import io.evergraph.error.TaskFailedException;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Graph;
import io.evergraph.graph.OnFailure;
import io.evergraph.state.StateUpdate;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FailureTest {
  private final AtomicBoolean repaired = new AtomicBoolean();
  private final AtomicBoolean alsoRepaired = new AtomicBoolean();

  @ParameterizedTest
  @EnumSource(OnFailure.class)
  void shouldLetSiblingsFinishWhenATaskHasFailed(OnFailure reaction) {
    EngineDriver thread =
        EngineDriver.of(threeSiblings())
            .with(RunSettings.of(64, reaction))
            .completing(Completion.FORWARDS)
            .begin(NOTHING)
            .finish("a");

    assertThatThread(thread).runs("b", "c");
  }

  @Test
  void shouldParkAndKeepTheResultsOfSiblingsWhenATaskFails() {
    EngineDriver thread = EngineDriver.of(threeSiblings()).input(NOTHING);
    assertThatThread(thread).isParkedAt("a", "b").holds(LOG, List.of());
    repaired.set(true);
    alsoRepaired.set(true);

    thread.answer(Answer.retry());

    assertThatThread(thread)
        .isFinished()
        .hasRun("a", "b", "c", "a", "b")
        .holds(LOG, List.of("a", "b", "c"));
  }

  @Test
  void shouldRunOneTaskAgainWhenItsIdIsGiven() {
    EngineDriver thread = EngineDriver.of(threeSiblings()).input(NOTHING);
    alsoRepaired.set(true);
    String failed = ((Next.Parked) thread.next()).failures().get(1).task().id();

    thread.answer(Answer.retry(failed));

    assertThatThread(thread).isParkedAt("a").hasRun("a", "b", "c", "b");
    assertThatThrownBy(() -> thread.answer(Answer.retry(failed)))
        .isInstanceOf(NothingToResumeException.class)
        .hasMessageContaining(failed);
  }

  @Test
  void shouldParkAgainWithTheNewErrorWhenARetryFails() {
    EngineDriver thread = EngineDriver.of(threeSiblings()).input(NOTHING);

    thread.answer(Answer.retry());

    assertThatThread(thread).isParkedAt("a", "b").hasRun("a", "b", "c", "a", "b");
    TaskFailedException error =
        (TaskFailedException) ((Next.Parked) thread.next()).failures().get(0).error();
    assertThat(error.node()).isEqualTo("a");
    assertThat(error.reason()).isEqualTo("broken");
    assertThat(error.attempts()).isEqualTo(1);
    assertThat(error.errorType()).isEqualTo("java.lang.IllegalStateException");
  }

  @Test
  void shouldEndWithTheFirstErrorInTaskOrderWhenRunsFailOnFailure() {
    EngineDriver thread =
        EngineDriver.of(threeSiblings())
            .with(RunSettings.of(64, OnFailure.FAIL))
            .completing(Completion.BACKWARDS)
            .input(NOTHING);

    assertThatThread(thread).failedWith(TaskFailedException.class, "a", "b", "c");
    assertThat(((Next.Failed) thread.next()).error()).hasMessageContaining("Node 'a'");
  }

  @Test
  void shouldRunFailedTasksAgainWhenAFailedRunIsContinued() {
    EngineDriver thread =
        EngineDriver.of(threeSiblings()).with(RunSettings.of(64, OnFailure.FAIL)).input(NOTHING);
    repaired.set(true);
    alsoRepaired.set(true);

    thread.proceed(null);

    assertThatThread(thread).isFinished().hasRun("a", "b", "c", "a", "b");
  }

  @Test
  void shouldReportTheQuestionTooWhenATaskFailsBesideIt() {
    EngineDriver thread = EngineDriver.of(askingAndFailing()).input(NOTHING);
    assertThatThread(thread).isParkedAt("b");
    assertThat(((Next.Parked) thread.next()).interrupts()).isEqualTo(thread.questions()).hasSize(1);
    repaired.set(true);

    thread.answer(Answer.retry());

    assertThatThread(thread).waitsFor("a").hasRun("a", "b", "b");
  }

  @Test
  void shouldTakeAnswerAndRetryInOneInputWhenBothAreOpen() {
    EngineDriver thread = EngineDriver.of(askingAndFailing()).input(NOTHING);
    repaired.set(true);

    thread.answer(Answer.single(1), Answer.retry());

    assertThatThread(thread).isFinished().holds(LOG, List.of("a=1", "b"));
  }

  @Test
  void shouldStartAfreshWhenANewInputComesToAParkedThread() {
    EngineDriver thread = EngineDriver.of(threeSiblings()).input(NOTHING);
    repaired.set(true);
    alsoRepaired.set(true);

    thread.input(StateUpdate.of(LOG, "input"));

    assertThatThread(thread).isFinished().holds(LOG, List.of("input", "a", "b", "c"));
  }

  @Test
  void shouldDropAResultWhenItComesTwiceOrTooLate() {
    EngineDriver thread = EngineDriver.of(askingAndFailing()).begin(NOTHING);
    Task a = thread.ready("a");
    TaskResult done =
        new TaskResult.Completed(
            a.id(), StateUpdate.of(LOG, "x").writes(), Routing.beside(List.of()), TaskReport.NONE);
    thread.settleResults(List.of(done));
    Checkpoint once = thread.checkpoint();

    thread.settleResults(List.of(done, done));

    assertThat(thread.checkpoint()).isEqualTo(once);
    thread.input(NOTHING);
    thread.settleResults(List.of(done));
    assertThatThread(thread).isParkedAt("b");
  }

  private Graph threeSiblings() {
    return graph()
        .node("a", failsUntil(repaired))
        .node("b", failsUntil(alsoRepaired))
        .node("c", logs())
        .edge(START, "a")
        .edge(START, "b")
        .edge(START, "c")
        .build();
  }

  private Graph askingAndFailing() {
    return graph()
        .node("a", asks("a?"))
        .node("b", failsUntil(repaired))
        .edge(START, "a")
        .edge(START, "b")
        .build();
  }
}

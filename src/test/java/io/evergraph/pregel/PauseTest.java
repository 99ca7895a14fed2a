package io.evergraph.pregel;

import static io.evergraph.graph.Graph.START;
import static io.evergraph.pregel.EngineAssert.assertThatThread;
import static io.evergraph.pregel.Steps.COUNT;
import static io.evergraph.pregel.Steps.LOG;
import static io.evergraph.pregel.Steps.NOTHING;
import static io.evergraph.pregel.Steps.asks;
import static io.evergraph.pregel.Steps.failsUntil;
import static io.evergraph.pregel.Steps.graph;
import static io.evergraph.pregel.Steps.logs;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.error.NothingToResumeException;
import io.evergraph.error.ThreadBusyException;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Graph;
import io.evergraph.graph.PauseMode;
import io.evergraph.graph.RunChanges;
import io.evergraph.graph.Steering;
import io.evergraph.state.StateUpdate;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class PauseTest {
  private static Graph two() {
    return graph()
        .node("a", logs())
        .node("b", logs())
        .node("end", logs())
        .edge(START, "a")
        .edge(START, "b")
        .join(List.of("a", "b"), "end")
        .build();
  }

  private static Graph asking() {
    return graph()
        .node("ask", asks("?"))
        .node("end", logs())
        .edge(START, "ask")
        .edge("ask", "end")
        .build();
  }

  @Test
  void shouldLetRunningTasksFinishAndBeginNothingNew() {
    EngineDriver thread = EngineDriver.of(two()).begin(NOTHING).pause(PauseMode.LET_TASKS_FINISH);
    assertThatThread(thread).runs("a", "b");

    thread.finish("a");
    assertThatThread(thread).runs("b");
    thread.finish("b");

    assertIsPausedBefore(thread, "end");
    assertThatThread(thread).holds(LOG, List.of("a", "b"));
    assertThatThread(thread.proceed(null)).isFinished().hasRun("a", "b", "end");
  }

  @Test
  void shouldCutRunningTasksShortAndRunThemAgainLater() {
    EngineDriver thread = EngineDriver.of(two()).begin(NOTHING);
    String first = thread.ready("a").id();

    thread.pause(PauseMode.CUT_TASKS_SHORT);

    assertIsPausedBefore(thread, "a", "b");
    assertThat(thread.pregel().isRunning(thread.checkpoint())).isFalse();
    thread.accept(new Input.Continue("on", Steering.NONE));
    assertThat(thread.ready("a").id()).isEqualTo(first);
    assertThatThread(thread.run()).isFinished().hasRun("a", "b", "end");
  }

  @Test
  void shouldJoinTheRunWhenItGoesOnBeforeItStands() {
    EngineDriver thread = EngineDriver.of(two()).begin(NOTHING).pause(PauseMode.LET_TASKS_FINISH);

    thread.accept(new Input.Continue("on", Steering.NONE));

    assertThat(thread.checkpoint().lastSegment().map(Segment::runs))
        .contains(List.of("run-1", "on"));
    assertThat(thread.checkpoint().lastSegment().map(Segment::isPaused)).contains(false);
    assertThatThread(thread.run()).isFinished().hasRun("a", "b", "end");
  }

  @Test
  void shouldBeginANewRunWhenItGoesOnAfterItStands() {
    EngineDriver thread = EngineDriver.of(two()).begin(NOTHING).pause(PauseMode.CUT_TASKS_SHORT);

    thread.accept(new Input.Continue("on", Steering.NONE));

    assertThat(thread.checkpoint().lastSegment().map(Segment::runs)).contains(List.of("on"));
    assertThatThread(thread).runs("a", "b");
  }

  @Test
  void shouldRefuseToChangeTheThreadWhileItsTasksFinish() {
    EngineDriver thread = EngineDriver.of(two()).begin(NOTHING).pause(PauseMode.LET_TASKS_FINISH);
    Steering update = Steering.update(StateUpdate.of(COUNT, 1));

    assertThatThrownBy(() -> thread.accept(new Input.Continue("on", update)))
        .isInstanceOf(ThreadBusyException.class)
        .hasMessageContaining("a command that changes what runs");
  }

  @Test
  void shouldTakeAnAnswerThatRepeatsHowThePausedRunGoes() {
    EngineDriver thread = EngineDriver.of(two()).begin(NOTHING);
    RunSettings settings = thread.checkpoint().lastSegment().orElseThrow().settings();
    thread.pause(PauseMode.LET_TASKS_FINISH);
    RunChanges same =
        RunChanges.NONE.withMaxSteps(settings.maxSteps()).withContext(settings.context());

    thread.accept(new Input.Continue("on", Steering.changing(same)));

    assertThat(thread.checkpoint().lastSegment().map(Segment::runs))
        .contains(List.of("run-1", "on"));
  }

  @Test
  void shouldRefuseToContinueWhatRunsAnyway() {
    EngineDriver thread = EngineDriver.of(two()).begin(NOTHING);

    assertThatThrownBy(() -> thread.proceed(null))
        .isInstanceOf(NothingToResumeException.class)
        .hasMessageContainingAll("a continue", "is in progress");
  }

  @Test
  void shouldChangeNothingWhenNothingRuns() {
    EngineDriver thread = EngineDriver.of(asking()).input(NOTHING);
    Checkpoint before = thread.checkpoint();

    thread.pause(PauseMode.LET_TASKS_FINISH).pause(PauseMode.CUT_TASKS_SHORT);

    assertThat(thread.checkpoint().segment()).isEqualTo(before.segment());
    assertThatThread(thread.answer(Answer.single(1))).isFinished();
  }

  @Test
  void shouldStayPausedWhenAnAnswerComesMeanwhile() {
    EngineDriver thread =
        EngineDriver.of(asking()).begin(NOTHING).pause(PauseMode.LET_TASKS_FINISH).finish("ask");
    assertIsPausedBefore(thread, "ask");

    thread.accept(new Input.Answers("answer", List.of(Answer.single("yes"))));

    assertIsPausedBefore(thread, "ask");
    assertThatThread(thread.proceed(null)).isFinished().holds(LOG, List.of("ask=yes", "end"));
  }

  @Test
  void shouldRunOnWhenAnAnswerComesAndNothingWasPaused() {
    EngineDriver thread = EngineDriver.of(asking()).input(NOTHING);

    thread.accept(new Input.Answers("answer", List.of(Answer.single("yes"))));

    assertThat(thread.checkpoint().lastSegment().map(Segment::isPaused)).contains(false);
    assertThatThread(thread).runs("ask");
  }

  @Test
  void shouldShowFailuresOnlyWhenThePauseIsOver() {
    AtomicBoolean repaired = new AtomicBoolean();
    Graph failing = graph().node("a", failsUntil(repaired)).edge(START, "a").build();
    EngineDriver thread =
        EngineDriver.of(failing).begin(NOTHING).pause(PauseMode.LET_TASKS_FINISH).finish("a");
    assertIsPausedBefore(thread, "a");
    repaired.set(true);

    assertThatThread(thread.proceed(null)).isFinished().hasRun("a", "a");
  }

  @Test
  void shouldBeFinishedWhenTheLastTaskFinishesDuringThePause() {
    Graph one = graph().node("a", logs()).edge(START, "a").build();

    EngineDriver thread =
        EngineDriver.of(one).begin(NOTHING).pause(PauseMode.LET_TASKS_FINISH).finish("a");

    assertThatThread(thread).isFinished().holds(LOG, List.of("a"));
  }

  @Test
  void shouldStopAtOnceWhenItIsCancelledDuringThePause() {
    EngineDriver thread = EngineDriver.of(two()).begin(NOTHING).pause(PauseMode.LET_TASKS_FINISH);

    thread.accept(new Input.Cancel());

    assertThat(((Next.Halted) thread.next()).reason()).isEqualTo(new Halt.Cancelled());
    assertThatThread(thread.proceed(null)).isFinished().hasRun("a", "b", "end");
  }

  private static void assertIsPausedBefore(EngineDriver thread, String... nodes) {
    assertThat(thread.next()).isEqualTo(new Next.Halted(new Halt.Paused(), List.of(nodes)));
  }
}

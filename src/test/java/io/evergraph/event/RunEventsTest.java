package io.evergraph.event;

import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;
import static io.evergraph.pregel.Steps.CHOICE;
import static io.evergraph.pregel.Steps.LOG;
import static io.evergraph.pregel.Steps.NOTHING;
import static io.evergraph.pregel.Steps.asks;
import static io.evergraph.pregel.Steps.counts;
import static io.evergraph.pregel.Steps.failsUntil;
import static io.evergraph.pregel.Steps.graph;
import static io.evergraph.pregel.Steps.logs;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.graph.Graph;
import io.evergraph.graph.OnFailure;
import io.evergraph.pregel.Answer;
import io.evergraph.pregel.Completion;
import io.evergraph.pregel.EngineDriver;
import io.evergraph.pregel.Input;
import io.evergraph.pregel.Routing;
import io.evergraph.pregel.RunSettings;
import io.evergraph.pregel.TaskReport;
import io.evergraph.pregel.TaskResult;
import io.evergraph.state.StateUpdate;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class RunEventsTest {
  private final AtomicBoolean repaired = new AtomicBoolean();

  @Test
  void shouldTellTheWholeStoryInOrderWhenAChainRuns() {
    EngineDriver thread = EngineDriver.of(chain()).input(StateUpdate.of(LOG, "input"));

    assertThat(told(thread))
        .containsExactly(
            "RunStarted [run-1] INPUT",
            "StepCommitted 1 INPUT -> [__start__]",
            "StepCommitted 2 LOOP -> [a]",
            "StepPlanned 1 [a]",
            "TaskFinished a 1",
            "StepCommitted 3 LOOP -> [b]",
            "StepPlanned 2 [b]",
            "TaskFinished b 1",
            "StepCommitted 4 LOOP -> []",
            "RunFinished [run-1] 4");
  }

  @Test
  void shouldNumberEventsWithoutGapsAndStampThemWithTheDriversClock() {
    EngineDriver thread = EngineDriver.of(chain()).input(NOTHING).input(NOTHING);

    assertThat(thread.events()).extracting(RunEvent::number).startsWith(1L, 2L, 3L);
    for (int index = 0; index < thread.events().size(); index++) {
      assertThat(thread.events().get(index).number()).isEqualTo(index + 1);
    }
    assertThat(thread.events().get(0).at()).isEqualTo(Instant.EPOCH);
  }

  @Test
  void shouldOpenAnswerAndGoOnWhenAQuestionIsAsked() {
    EngineDriver thread = EngineDriver.of(siblings()).input(NOTHING);
    int asked = thread.events().size();
    assertThat(told(thread))
        .endsWith(
            "InterruptOpened a",
            "TaskFinished b 1",
            "RunWaiting [run-1] " + List.of(thread.question("a").id()));

    thread.answer(Answer.single(1));

    assertThat(told(thread).subList(asked, thread.events().size()))
        .containsExactly(
            "RunStarted [run-2] ANSWER",
            "InterruptAnswered a",
            "TaskFinished a 1",
            "StepCommitted 3 LOOP -> []",
            "RunFinished [run-2] 3");
  }

  @Test
  void shouldNameEachQuestionOnceWhenAnIdAndASingleValueComeTogether() {
    Graph graph =
        graph().node("a", asks("?")).node("b", asks("?")).edge(START, "a").edge(START, "b").build();
    EngineDriver thread = EngineDriver.of(graph).input(NOTHING);

    thread.answer(Answer.to(thread.question("a").id(), 1), Answer.single(2));

    assertThat(told(thread)).containsOnlyOnce("InterruptAnswered a", "InterruptAnswered b");
  }

  @Test
  void shouldParkAndFinishWhenATaskFailsAndIsRetried() {
    Graph graph = graph().node("a", failsUntil(repaired)).edge(START, "a").build();
    EngineDriver thread = EngineDriver.of(graph).input(NOTHING);
    assertThat(told(thread)).endsWith("TaskFailed a broken", "RunParked [run-1] 1");
    repaired.set(true);

    thread.answer(Answer.retry());

    assertThat(told(thread))
        .endsWith(
            "RunStarted [run-2] ANSWER",
            "TaskFinished a 1",
            "StepCommitted 3 LOOP -> []",
            "RunFinished [run-2] 3");
  }

  @Test
  void shouldFailWithTheNamedErrorWhenRunsFailOnFailureOrRunOutOfSteps() {
    Graph failing = graph().node("a", failsUntil(repaired)).edge(START, "a").build();
    Graph loop = graph().node("a", logs()).edge(START, "a").edge("a", "a").build();

    EngineDriver failed =
        EngineDriver.of(failing).with(RunSettings.of(9, OnFailure.FAIL)).input(NOTHING);
    EngineDriver endless =
        EngineDriver.of(loop).with(RunSettings.of(2, OnFailure.PARK)).input(NOTHING);

    assertThat(told(failed)).endsWith("RunFailed [run-1] TaskFailedException");
    assertThat(told(endless)).endsWith("RunFailed [run-1] StepLimitException");
  }

  @Test
  void shouldFailWithTheNamedErrorWhenAStepCannotBeCommitted() {
    Graph rivals =
        graph().node("a", counts()).node("b", counts()).edge(START, "a").edge(START, "b").build();

    RunSettings failing = RunSettings.of(9, OnFailure.FAIL);

    assertThat(told(EngineDriver.of(rivals).with(failing).input(NOTHING)))
        .contains("TaskFinished a 1", "TaskFinished b 1")
        .endsWith("RunFailed [run-1] ConflictingWriteException");
  }

  @Test
  void shouldCancelAndContinueWhenAskedTo() {
    EngineDriver thread = EngineDriver.of(chain()).begin(NOTHING);

    thread.accept(new Input.Cancel());
    assertThat(told(thread)).endsWith("RunCancelled [run-1] [a]");
    thread.proceed(null);

    assertThat(told(thread))
        .contains("RunStarted [run-2] CONTINUE")
        .endsWith("RunFinished [run-2] 4");
  }

  @Test
  void shouldSayNothingWhenACancelFindsNothingRunning() {
    EngineDriver thread = EngineDriver.of(chain()).input(NOTHING);
    List<RunEvent> before = List.copyOf(thread.events());

    thread.accept(new Input.Cancel());

    assertThat(thread.events()).isEqualTo(before);
  }

  @Test
  void shouldEndTheOldRunWhenANewInputDisplacesIt() {
    EngineDriver thread = EngineDriver.of(chain()).begin(NOTHING).begin(NOTHING);

    assertThat(told(thread))
        .containsSequence("RunCancelled [run-1] [a]", "RunStarted [run-2] INPUT");
  }

  @Test
  void shouldTellBothRunsWhenAnAnswerJoinsTheRunInProgress() {
    EngineDriver thread = EngineDriver.of(siblings()).begin(NOTHING).finish("a");

    thread.answer(Answer.single(1));

    assertThat(told(thread))
        .contains("RunStarted [run-1, run-2] ANSWER")
        .endsWith("RunFinished [run-1, run-2] 3");
  }

  @Test
  void shouldSayNothingWhenAResultComesTwiceOrTooLate() {
    EngineDriver thread = EngineDriver.of(siblings()).begin(NOTHING);
    TaskResult done =
        new TaskResult.Completed(
            thread.ready("b").id(), List.of(), Routing.beside(List.of()), TaskReport.NONE);
    int before = thread.events().size();

    thread.settleResults(List.of(done, done)).settleResults(List.of(done));

    assertThat(told(thread).subList(before, thread.events().size()))
        .containsExactly("TaskFinished b 0");
  }

  @Test
  void shouldFinishTheSubgraphsNodeWhenItsFrameEnds() {
    Graph child = graph().node("x", logs()).edge(START, "x").build();
    Graph parent =
        graph()
            .subgraph("child", child)
            .node("b", logs())
            .edge(START, "child")
            .edge("child", "b")
            .build();

    assertThat(told(EngineDriver.of(parent).input(NOTHING)))
        .containsSequence(
            "StepPlanned 1 [child]",
            "StepCommitted 3 INPUT -> [__start__]",
            "StepCommitted 4 LOOP -> [x]",
            "StepPlanned 1 [x]",
            "TaskFinished x 1",
            "StepCommitted 5 LOOP -> []",
            "TaskFinished child 1",
            "StepCommitted 6 LOOP -> [b]");
  }

  @Test
  void shouldFinishTheSubgraphsNodeOnceWhenRoutersLeaveIt() {
    Graph child = graph().node("x", logs()).edge(START, "x").build();
    Graph parent =
        graph()
            .subgraph("child", child)
            .edge(START, "child")
            .route("child", state -> END, END)
            .build();

    assertThat(told(EngineDriver.of(parent).input(NOTHING)))
        .containsOnlyOnce("TaskFinished child 1");
  }

  @Test
  void shouldTellAnEditButNoRunWhenTheStateIsEdited() {
    EngineDriver thread = EngineDriver.of(siblings()).input(NOTHING);
    int before = thread.events().size();

    thread.edit(StateUpdate.of(LOG, "x"), null).edit(StateUpdate.of(LOG, "y"), "b");

    assertThat(told(thread).subList(before, thread.events().size()))
        .containsExactly(
            "StateEdited 3 ",
            "StepCommitted 3 UPDATE -> [a, b]",
            "StateEdited 4 b",
            "StepCommitted 4 UPDATE -> []");
  }

  @Test
  void shouldTellNeitherRunNorTaskWhenRoutersFindOutWhatFollowsAnEdit() {
    Graph routed =
        graph()
            .node("a", logs())
            .edge(START, "a")
            .route("a", state -> state.get(CHOICE), END)
            .build();
    EngineDriver thread = EngineDriver.of(routed).edit(StateUpdate.of(CHOICE, END), "a").run();

    assertThat(told(thread)).containsExactly("StateEdited 1 a", "StepCommitted 1 UPDATE -> []");
  }

  @Test
  void shouldBeginAgainFromTheSameNumbersWhenDerivedTwice() {
    EngineDriver one = EngineDriver.of(siblings()).completing(Completion.FORWARDS).input(NOTHING);
    EngineDriver two = EngineDriver.of(siblings()).completing(Completion.FORWARDS).input(NOTHING);

    assertThat(one.events()).isEqualTo(two.events());
  }

  @Test
  void shouldTellWhyWhenAnAnswerIsIgnored() {
    RunEvent ignored = RunEvents.ofIgnored("id", "answered before", 7, Instant.EPOCH);

    assertThat(ignored)
        .isEqualTo(new InterruptEvent.AnswerIgnored(7, Instant.EPOCH, "id", "answered before"));
    assertThat(ignored.endsRun()).isFalse();
    assertThat(ignored.runs()).isEmpty();
    assertThat(ignored.type()).isEqualTo("AnswerIgnored");
  }

  private static List<String> told(EngineDriver thread) {
    return thread.events().stream().map(EventText::of).toList();
  }

  private static Graph chain() {
    return graph().node("a", logs()).node("b", logs()).edge(START, "a").edge("a", "b").build();
  }

  private static Graph siblings() {
    return graph().node("a", asks("?")).node("b", logs()).edge(START, "a").edge(START, "b").build();
  }
}

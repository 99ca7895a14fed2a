package io.evergraph.pregel;

import static io.evergraph.graph.Graph.START;
import static io.evergraph.pregel.EngineAssert.assertThatThread;
import static io.evergraph.pregel.Steps.LOG;
import static io.evergraph.pregel.Steps.NOTHING;
import static io.evergraph.pregel.Steps.asks;
import static io.evergraph.pregel.Steps.graph;
import static io.evergraph.pregel.Steps.logs;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.error.NothingToResumeException;
import io.evergraph.error.UnknownInterruptException;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Interrupt;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.Question;
import io.evergraph.graph.Route;
import io.evergraph.state.StateUpdate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class InterruptTest {

  @Test
  void shouldWaitAndGoOnWhenAQuestionIsAskedAndAnswered() {
    EngineDriver thread = EngineDriver.of(single(asks("sure?"))).input(NOTHING);
    assertThatThread(thread).waitsFor("a").holds(LOG, List.of());
    assertThat(thread.question("a").value()).isEqualTo("sure?");

    thread.answer(Answer.single("yes"));

    assertThatThread(thread)
        .isFinished()
        .holds(LOG, List.of("a=yes", "end"))
        .hasRun("a", "a", "end");
  }

  @Test
  void shouldAskTheSameQuestionAgainWhenTheThreadIsReplayed() {
    Graph graph = single(asks("sure?"));

    assertThat(EngineDriver.of(graph).input(NOTHING).questions())
        .isEqualTo(EngineDriver.of(graph).input(NOTHING).questions());
    assertThat(EngineDriver.of(graph).input(NOTHING).question("a").id()).matches("[0-9a-f]{32}");
  }

  @Test
  void shouldTakeNullAsAnAnswer() {
    EngineDriver thread = EngineDriver.of(single(asks("sure?"))).input(NOTHING);

    thread.answer(Answer.to(thread.question("a").id(), null));

    assertThatThread(thread).isFinished().holds(LOG, List.of("a=null", "end"));
  }

  @Test
  void shouldGiveTheKthAnswerToTheKthQuestionWhenANodeAsksInTurn() {
    NodeAction twice =
        context ->
            Command.update(
                LOG,
                "name " + context.interrupt(Question.of("name?")),
                "age " + context.interrupt(Question.of("age?")));
    EngineDriver thread = EngineDriver.of(single(twice)).input(NOTHING);
    Interrupt first = thread.question("a");

    thread.answer(Answer.single("Ada"));

    assertThatThread(thread).waitsFor("a").holds(LOG, List.of());
    assertThat(thread.question("a").value()).isEqualTo("age?");
    assertThat(thread.question("a").id()).isNotEqualTo(first.id());
    thread.answer(Answer.single(36));
    assertThatThread(thread).holds(LOG, List.of("name Ada", "age 36", "end"));
  }

  @Test
  void shouldFindAnAnswerByItsKeyWhenOtherQuestionsComeBeforeIt() {
    NodeAction keyed =
        context -> {
          Object name = context.interrupt("name", Question.of("name?"));
          Object age = context.interrupt(Question.of("age?"));
          return Command.update(LOG, name + "," + age);
        };
    EngineDriver thread = EngineDriver.of(single(keyed)).input(NOTHING);
    assertThat(thread.question("a").id())
        .isEqualTo(Interrupt.keyedId(thread.question("a").taskId(), "name"));

    thread.answer(Answer.single("Ada")).answer(Answer.single(36));

    assertThatThread(thread).holds(LOG, List.of("Ada,36", "end"));
  }

  @Test
  void shouldStillAskWhenTheNodeSwallowsTheSignal() {
    NodeAction swallowing =
        context -> {
          try {
            return Command.update(LOG, "got " + context.interrupt(Question.of("sure?")));
          } catch (Throwable any) {
            return Command.update(LOG, "swallowed");
          }
        };
    EngineDriver thread = EngineDriver.of(single(swallowing)).input(NOTHING);
    assertThatThread(thread).waitsFor("a").holds(LOG, List.of());

    thread.answer(Answer.single("yes"));

    assertThatThread(thread).holds(LOG, List.of("got yes", "end"));
  }

  @Test
  void shouldRunOnlyTheAnsweredTaskAgainWhenSeveralAsk() {
    EngineDriver thread = EngineDriver.of(twoAsking()).input(NOTHING);
    assertThatThread(thread).waitsFor("a", "b").hasRun("a", "b", "quiet");

    thread.answer(Answer.to(thread.question("b").id(), 2));

    assertThatThread(thread).waitsFor("a").hasRun("a", "b", "quiet", "b").holds(LOG, List.of());
    thread.answer(Answer.single(1));
    assertThatThread(thread)
        .isFinished()
        .hasRun("a", "b", "quiet", "b", "a")
        .holds(LOG, List.of("a=1", "b=2", "quiet"));
  }

  @Test
  void shouldTakeSeveralAnswersAtOnceWhenSeveralAsk() {
    EngineDriver thread = EngineDriver.of(twoAsking()).input(NOTHING);

    thread.answer(Answer.to(thread.question("b").id(), 2), Answer.to(thread.question("a").id(), 1));

    assertThatThread(thread).isFinished().holds(LOG, List.of("a=1", "b=2", "quiet"));
  }

  @Test
  void shouldRefuseAllAnswersWhenOneIsUnknown() {
    EngineDriver thread = EngineDriver.of(twoAsking()).input(NOTHING);
    Checkpoint before = thread.checkpoint();
    Answer known = Answer.to(thread.question("a").id(), 1);

    assertThatThrownBy(() -> thread.answer(known, Answer.to("unknown", 2)))
        .isInstanceOf(UnknownInterruptException.class)
        .hasMessageContaining(thread.question("b").id());
    assertThatThrownBy(() -> thread.answer(known, known))
        .isInstanceOf(UnknownInterruptException.class);
    assertThat(thread.checkpoint()).isEqualTo(before);
  }

  @Test
  void shouldRefuseASingleValueWhenNoneOrSeveralQuestionsAreOpen() {
    EngineDriver several = EngineDriver.of(twoAsking()).input(NOTHING);
    EngineDriver none = EngineDriver.of(single(logs())).input(NOTHING);
    EngineDriver fresh = EngineDriver.of(single(logs()));

    for (EngineDriver thread : List.of(several, none, fresh)) {
      assertThatThrownBy(() -> thread.answer(Answer.single(1)))
          .isInstanceOf(UnknownInterruptException.class)
          .hasMessageMatching(".*found (none|an answer that names none)[.].*");
    }
  }

  @Test
  void shouldRefuseTheSecondAnswerWhenAQuestionIsAnsweredTwice() {
    EngineDriver thread = EngineDriver.of(single(asks("sure?"))).input(NOTHING);
    Answer answer = Answer.to(thread.question("a").id(), "yes");
    thread.accept(new Input.Answers("run-2", List.of(answer)));

    assertThatThrownBy(() -> thread.accept(new Input.Answers("run-3", List.of(answer))))
        .isInstanceOf(UnknownInterruptException.class);
    assertThatThread(thread.run()).isFinished().holds(LOG, List.of("a=yes", "end"));
    assertThatThrownBy(() -> thread.answer(answer)).isInstanceOf(UnknownInterruptException.class);
  }

  @Test
  void shouldJoinTheRunInProgressWhenAnAnswerComesWhileSiblingsRun() {
    EngineDriver thread = EngineDriver.of(twoAsking()).begin(NOTHING).finish("a");

    thread.accept(new Input.Answers("late", List.of(Answer.to(thread.question("a").id(), 1))));

    assertThatThread(thread).runs("a", "b", "quiet");
    assertThat(thread.checkpoint().lastSegment().orElseThrow().runs())
        .containsExactly("run-1", "late");
    thread.run();
    assertThatThread(thread).waitsFor("b");
  }

  @Test
  void shouldKeepAnswersAndSiblingsWhenTheProcessRestartsInBetween() {
    EngineDriver thread = EngineDriver.of(twoAsking()).input(NOTHING).restarted();
    thread.answer(Answer.to(thread.question("a").id(), 1));

    EngineDriver after = thread.restarted();
    after.answer(Answer.single(2));

    assertThatThread(after).isFinished().holds(LOG, List.of("a=1", "b=2", "quiet")).hasRun("b");
  }

  @Test
  void shouldAskOncePerSendWhenSentTasksAsk() {
    Graph graph =
        graph()
            .openRoutes()
            .node(
                "work",
                context ->
                    Command.update(
                        LOG,
                        context.state().value("n") + "=" + context.interrupt(Question.of("?"))))
            .routes(
                START,
                context -> List.of(Route.send("work", number(1)), Route.send("work", number(2))))
            .build();
    EngineDriver thread = EngineDriver.of(graph).input(NOTHING);
    assertThatThread(thread).waitsFor("work", "work");

    thread.answer(Answer.to(thread.questions().get(1).id(), "second"));
    thread.answer(Answer.single("first"));

    assertThatThread(thread).isFinished().holds(LOG, List.of("1=first", "2=second"));
  }

  @Test
  void shouldWaitWhenARouterAsks() {
    Graph graph =
        graph()
            .node("a", logs())
            .node("b", logs())
            .edge(START, "a")
            .routes(
                "a",
                context -> List.of(Route.to((String) context.interrupt(Question.of("where?")))),
                "b")
            .build();
    EngineDriver thread = EngineDriver.of(graph).input(NOTHING);

    thread.answer(Answer.single("b"));

    assertThatThread(thread).isFinished().hasRun("a", "a", "b").holds(LOG, List.of("a", "b"));
  }

  @Test
  void shouldAbandonOpenQuestionsWhenANewInputComes() {
    EngineDriver thread = EngineDriver.of(twoAsking()).input(NOTHING);
    Interrupt stale = thread.question("a");

    thread.input(StateUpdate.of(LOG, "again"));

    assertThatThread(thread).waitsFor("a", "b").holds(LOG, List.of("again"));
    assertThat(thread.question("a").id()).isNotEqualTo(stale.id());
    assertThatThrownBy(() -> thread.answer(Answer.to(stale.id(), 1)))
        .isInstanceOf(UnknownInterruptException.class);
  }

  @Test
  void shouldAskAgainWhenAWaitingRunIsContinued() {
    EngineDriver thread = EngineDriver.of(single(asks("sure?"))).input(NOTHING);
    String id = thread.question("a").id();

    thread.proceed(null);

    assertThatThread(thread).waitsFor("a").hasRun("a");
    assertThat(thread.question("a").id()).isEqualTo(id);
  }

  @Test
  void shouldHaveNothingToContinueWhenTheThreadIsFresh() {
    EngineDriver fresh = EngineDriver.of(single(logs()));

    assertThatThrownBy(() -> fresh.proceed(null)).isInstanceOf(NothingToResumeException.class);
  }

  @Test
  void shouldFinishAgainWithoutACheckpointWhenAFinishedThreadIsContinued() {
    EngineDriver finished = EngineDriver.of(single(logs())).input(NOTHING);
    int checkpoints = finished.history().size();

    finished.proceed(null);

    assertThatThread(finished).isFinished().hasRun("a", "end");
    assertThat(finished.history()).hasSize(checkpoints);
    assertThat(finished.checkpoint().lastSegment().map(Segment::runId)).contains("run-2");
  }

  private static Graph single(NodeAction a) {
    return graph().node("a", a).node("end", logs()).edge(START, "a").edge("a", "end").build();
  }

  private static Graph twoAsking() {
    return graph()
        .node("a", asks("a?"))
        .node("b", asks("b?"))
        .node("quiet", logs())
        .edge(START, "a")
        .edge(START, "b")
        .edge(START, "quiet")
        .build();
  }

  private static StateUpdate number(int value) {
    return StateUpdate.of(Map.of("n", value));
  }
}

package io.evergraph.pregel;

import static io.evergraph.graph.Graph.START;
import static io.evergraph.pregel.EngineAssert.assertThatThread;
import static io.evergraph.pregel.Input.Fork.Branch.CHILD;
import static io.evergraph.pregel.Steps.COUNT;
import static io.evergraph.pregel.Steps.LOG;
import static io.evergraph.pregel.Steps.NOTHING;
import static io.evergraph.pregel.Steps.asks;
import static io.evergraph.pregel.Steps.graph;
import static io.evergraph.pregel.Steps.logs;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.error.SubgraphBusyException;
import io.evergraph.error.ThreadBusyException;
import io.evergraph.error.UnknownChannelException;
import io.evergraph.error.UnknownTargetException;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Breakpoints;
import io.evergraph.graph.Command;
import io.evergraph.graph.ContentHash;
import io.evergraph.graph.Embedding;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphSpec;
import io.evergraph.graph.Interrupt;
import io.evergraph.graph.Match;
import io.evergraph.graph.NodeContext;
import io.evergraph.graph.NodeEdit;
import io.evergraph.graph.OnFailure;
import io.evergraph.graph.Question;
import io.evergraph.graph.Route;
import io.evergraph.graph.RunChanges;
import io.evergraph.graph.Steering;
import io.evergraph.state.StateUpdate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SteeringTest {
  private static Graph asking() {
    return graph()
        .node("ask", asks("?"))
        .node("end", logs())
        .node("aside", logs())
        .openRoutes()
        .edge(START, "ask")
        .edge("ask", "end")
        .build();
  }

  private static EngineDriver waiting() {
    return EngineDriver.of(asking()).input(NOTHING);
  }

  private static Input answer(Steering steering) {
    return new Input.Answers("answer", List.of(Answer.single("yes")), steering);
  }

  @Test
  void shouldApplyTheUpdateBeforeTheNodeRunsAgain() {
    EngineDriver thread = waiting().accept(answer(Steering.update(StateUpdate.of(LOG, "first"))));

    assertThatThread(thread).runs("ask").holds(LOG, List.of("first"));
    assertThat(thread.commit(3).source()).isEqualTo(Source.UPDATE);
    assertThat(thread.commit(3).parent()).isEqualTo(2);
    assertThat(thread.commit(3).step()).isEqualTo(1);
    assertThat(thread.ready("ask").step()).isEqualTo(2);
    assertThat(thread.ready("ask").checkpoint()).isEqualTo(3);
    assertThat(thread.commit(3).contributions()).hasSize(1);
    assertThatThread(thread.run()).isFinished().holds(LOG, List.of("first", "ask=yes", "end"));
    assertThat(thread.history()).extracting(Commit::step).containsExactly(-1, 0, 1, 2, 3);
  }

  @Test
  void shouldRunANodeAgainWhoseRoutesAnUpdateHasFoundOutAnew() {
    Graph drafting =
        graph()
            .node("draft", logs())
            .node("send", logs())
            .openRoutes()
            .edge(START, "draft")
            .route("draft", state -> "send", "send")
            .build();
    EngineDriver thread =
        EngineDriver.of(drafting)
            .with(RunSettings.of(9, OnFailure.PARK).withBreakpoints(Breakpoints.after("draft")))
            .input(NOTHING);
    Steering feedback = Steering.update(StateUpdate.of(COUNT, 1)).to(Route.to("draft"));

    thread.accept(new Input.Continue("on", feedback));

    assertThat(thread.ready()).extracting(Task::id).doesNotHaveDuplicates();
    assertThatThread(thread.run()).holds(LOG, List.of("draft", "draft", "send"));
  }

  @Test
  void shouldFindOutAnewWhereANodeLeadsThatRanTwice() {
    Graph drafting =
        graph()
            .node("draft", SteeringTest::draft)
            .node("send", asks("really?"))
            .openRoutes()
            .edge(START, "draft")
            .route("draft", state -> "send", "send")
            .build();
    EngineDriver thread = EngineDriver.of(drafting).input(NOTHING);
    thread.accept(new Input.Continue("on", Steering.goTo("draft"))).run();
    List<Interrupt> both = thread.questions();
    thread.answer(Answer.to(both.get(0).id(), "on"), Answer.to(both.get(1).id(), "send"));

    thread.edit(StateUpdate.of(COUNT, 1), null);

    assertThat(thread.ready()).extracting(Task::id).doesNotHaveDuplicates();
    assertThatThread(thread.run()).waitsFor("send");
  }

  private static Command draft(NodeContext context) {
    String next = "" + context.interrupt(Question.of("?"));
    Command drafted = Command.update(LOG, "draft");
    return next.equals("send") ? drafted.thenGoTo("send") : drafted;
  }

  /** Returns a thread that a command lets go on, from behind two nodes that choose what follows. */
  private static EngineDriver choosing() {
    Graph graph =
        graph()
            .node("a", logs())
            .node("b", logs())
            .node("x", logs())
            .node("y", logs())
            .edge(START, "a")
            .edge(START, "b")
            .firstMatch("a", Match.otherwise("x"))
            .route("b", state -> "y", "y")
            .build();
    EngineDriver thread =
        EngineDriver.of(graph)
            .with(RunSettings.of(9, OnFailure.PARK).withBreakpoints(Breakpoints.after("a")))
            .input(NOTHING);
    Steering update = Steering.update(StateUpdate.of(COUNT, 1));
    thread.accept(new Input.Continue("steered", update));
    assertThatThread(thread).runs("b");
    return thread;
  }

  @Test
  void shouldFindRoutesOutOnceWhenAnEditComesWhileACommandFindsThemOut() {
    EngineDriver thread = choosing().accept(new Input.Cancel());

    thread.edit(StateUpdate.of(COUNT, 2), null).run();

    assertThatThread(thread).isHaltedBefore("x", "y");
    assertThatThread(thread.proceed(null)).isFinished().holds(LOG, List.of("a", "b", "x", "y"));
  }

  @Test
  void shouldForkWithAnEditWhereACommandFindsRoutesOut() {
    EngineDriver thread = choosing();
    long steered = thread.checkpoint().number();
    thread.run();

    thread.fork(steered, CHILD, NodeEdit.of(StateUpdate.of(COUNT, 2))).run();

    assertThatThread(thread).isHaltedBefore("x", "y");
    assertThatThread(thread.proceed(null)).isFinished().holds(LOG, List.of("a", "b", "x", "y"));
  }

  @Test
  void shouldStandAfterTheNodesBehindAnEditThatComesWhileACommandFindsRoutesOut() {
    EngineDriver thread = choosing().accept(new Input.Cancel());
    thread.edit(StateUpdate.of(COUNT, 2), null).run();
    Steering standing = Steering.changing(RunChanges.NONE.withBreakpoints(Breakpoints.after("x")));

    thread.accept(new Input.Continue("on", standing)).run();

    assertThat(thread.next()).isInstanceOf(Next.Halted.class);
  }

  @Test
  void shouldForkWhatRunsANodeBesideItsQuestion() {
    EngineDriver thread = waiting().accept(new Input.Continue("on", Steering.goTo("ask"))).run();

    thread.fork(3, CHILD);

    assertThat(thread.checkpoint().root().plan().tasks())
        .extracting(planned -> planned.task().id())
        .hasSize(2)
        .doesNotHaveDuplicates();
  }

  @Test
  void shouldRunWhatTheAnswerNamesBesideTheAnsweredTask() {
    EngineDriver thread = waiting().accept(answer(Steering.goTo("aside")));

    assertThatThread(thread).runs("aside", "ask");
    assertThat(thread.commit(3).contributions()).isEmpty();
    assertThatThread(thread.run()).isFinished().holds(LOG, List.of("aside", "ask=yes", "end"));
  }

  @Test
  void shouldNotRunTwiceWhatIsToRunAnyway() {
    EngineDriver thread = waiting().accept(answer(Steering.goTo("ask")));

    assertThatThread(thread).runs("ask");
  }

  @Test
  void shouldRunAgainWhatStillWaitsForAnAnswer() {
    EngineDriver thread = waiting().accept(new Input.Continue("on", Steering.goTo("ask")));

    assertThatThread(thread).runs("ask");
    assertThat(thread.questions()).hasSize(1);
  }

  @Test
  void shouldSendValuesToTheNodesThatTheCommandNames() {
    Route sent = Route.send("aside", StateUpdate.of(COUNT, 7));

    EngineDriver thread = waiting().accept(answer(Steering.NONE.to(sent, sent)));

    assertThatThread(thread).runs("ask", "aside", "aside");
    assertThat(thread.ready()).extracting(Task::id).doesNotHaveDuplicates();
  }

  @Test
  void shouldOpenASubgraphThatTheCommandNames() {
    Graph child = graph().node("x", logs()).edge(START, "x").build();
    Graph graph =
        graph()
            .node("ask", asks("?"))
            .subgraph("child", child)
            .openRoutes()
            .edge(START, "ask")
            .build();
    EngineDriver thread = EngineDriver.of(graph).input(NOTHING);

    thread.accept(answer(Steering.goTo("child")));

    assertThatThread(thread).runs("ask", "x");
    assertThatThread(thread.run()).isFinished().hasRun("ask", "ask", "x");
  }

  @Test
  void shouldRefuseToGoTwiceToASubgraphThatKeepsItsState() {
    Graph child = graph().node("x", asks("?")).edge(START, "x").build();
    Graph graph =
        graph().subgraph("kept", child, Embedding.perThread()).edge(START, "kept").build();
    EngineDriver thread = EngineDriver.of(graph).input(NOTHING);

    assertThatThrownBy(() -> thread.accept(answer(Steering.goTo("kept"))))
        .isInstanceOf(SubgraphBusyException.class)
        .hasMessageContaining("'kept'")
        .hasMessageContaining("found 2");
  }

  @Test
  void shouldRefuseToChangeTheThreadWhileSiblingsRun() {
    Graph two =
        graph()
            .node("ask", asks("?"))
            .node("b", logs())
            .edge(START, "ask")
            .edge(START, "b")
            .build();
    EngineDriver thread = EngineDriver.of(two).begin(NOTHING).finish("ask");
    Checkpoint before = thread.checkpoint();

    assertThatThrownBy(() -> thread.accept(answer(Steering.update(StateUpdate.of(COUNT, 1)))))
        .isInstanceOf(ThreadBusyException.class);
    assertThat(thread.checkpoint()).isEqualTo(before);
    assertThatThread(thread.accept(answer(Steering.NONE))).runs("ask", "b");
    assertThat(thread.checkpoint().lastSegment().map(Segment::runs))
        .contains(List.of("run-1", "answer"));
  }

  @Test
  void shouldRefuseAChannelOrANodeThatIsNotThere() {
    EngineDriver thread = waiting();
    Checkpoint before = thread.checkpoint();

    assertThatThrownBy(
            () -> thread.accept(answer(Steering.update(StateUpdate.of(Map.of("gone", 1))))))
        .isInstanceOf(UnknownChannelException.class)
        .hasMessageContaining("the command");
    assertThatThrownBy(() -> thread.accept(answer(Steering.goTo("gone"))))
        .isInstanceOf(UnknownTargetException.class)
        .hasMessageContaining("a command");
    assertThat(thread.checkpoint()).isEqualTo(before);
  }

  @Test
  void shouldBringAFinishedThreadBackToLife() {
    EngineDriver thread = waiting().answer(Answer.single(1));

    thread.accept(new Input.Continue("on", Steering.goTo("aside"))).run();

    assertThatThread(thread).isFinished().hasRun("ask", "ask", "end", "aside");
  }

  @Test
  void shouldOnlyWriteWhenAFinishedThreadIsUpdated() {
    EngineDriver thread = waiting().answer(Answer.single(1));

    thread.accept(new Input.Continue("on", Steering.update(StateUpdate.of(COUNT, 7))));

    assertThatThread(thread).isFinished().holds(COUNT, 7);
  }

  @Test
  void shouldSayWhetherItChangesTheThread() {
    assertThat(Steering.NONE.changesThread()).isFalse();
    assertThat(Steering.NONE.withMaxSteps(3).changesThread()).isFalse();
    assertThat(Steering.NONE.withBreakpoints(Breakpoints.before("a")).changesThread()).isFalse();
    assertThat(Steering.goTo("a").changesThread()).isTrue();
    assertThat(Steering.update(StateUpdate.of(COUNT, 1)).changesThread()).isTrue();
    assertThat(new Steering(null, null, null)).isEqualTo(Steering.NONE);
  }

  @Test
  void shouldChangeOnlyTheSettingsItNames() {
    RunSettings before = RunSettings.of(9, OnFailure.FAIL).withMaxConcurrency(3);

    GraphSpec spec = asking().spec();
    assertThat(before.changedBy(RunChanges.NONE, spec)).isEqualTo(before);
    assertThat(before.changedBy(Steering.NONE.withMaxSteps(3).changes(), spec))
        .isEqualTo(before.withMaxSteps(3));
    assertThat(before.changedBy(RunChanges.NONE.withMaxConcurrency(0), spec))
        .isEqualTo(before.withMaxConcurrency(0));
  }

  @Test
  void shouldEndTheBreakpointsOfARunWithIt() {
    GraphSpec spec = asking().spec();
    RunSettings bare = RunSettings.of(9, OnFailure.FAIL);
    RunSettings before = bare.withBreakpoints(Breakpoints.after("a"));
    Breakpoints others = Breakpoints.before("b");

    assertThat(before.changedBy(RunChanges.NONE, spec)).isEqualTo(bare);
    assertThat(before.changedBy(RunChanges.NONE.withBreakpoints(others), spec))
        .isEqualTo(bare.withBreakpoints(others));
  }

  @Test
  void shouldGiveWhatTheCommandNamesAnIdOfTheThread() {
    EngineDriver thread = waiting().accept(answer(Steering.goTo("aside")));

    assertThat(thread.ready("aside").id())
        .isEqualTo(ContentHash.uuid("thread", 3L, "", "aside", 0));
    assertThat(thread.ready("aside").step()).isEqualTo(2);
    assertThat(thread.ready("aside").checkpoint()).isEqualTo(3);
  }
}

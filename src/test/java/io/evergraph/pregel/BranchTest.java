package io.evergraph.pregel;

import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;
import static io.evergraph.pregel.EngineAssert.assertThatThread;
import static io.evergraph.pregel.Steps.CHOICE;
import static io.evergraph.pregel.Steps.COUNT;
import static io.evergraph.pregel.Steps.LOG;
import static io.evergraph.pregel.Steps.NOTHING;
import static io.evergraph.pregel.Steps.asks;
import static io.evergraph.pregel.Steps.failsUntil;
import static io.evergraph.pregel.Steps.graph;
import static io.evergraph.pregel.Steps.logs;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.error.InvalidInputException;
import io.evergraph.error.UnknownChannelException;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Breakpoints;
import io.evergraph.graph.Command;
import io.evergraph.graph.Embedding;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeEdit;
import io.evergraph.graph.OnFailure;
import io.evergraph.graph.Question;
import io.evergraph.state.StateUpdate;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class BranchTest {
  private Graph chain() {
    return graph().node("a", logs()).node("b", logs()).edge(START, "a").edge("a", "b").build();
  }

  private RunSettings settings() {
    return RunSettings.of(9, OnFailure.PARK);
  }

  @Test
  void shouldRefuseAForkThatWritesAChannelThatIsNotThere() {
    EngineDriver thread = EngineDriver.of(chain()).input(NOTHING);
    NodeEdit edit = NodeEdit.of(StateUpdate.of(Map.of("gone", 1)));

    assertThatThrownBy(() -> thread.fork(2, Input.Fork.Branch.CHILD, edit))
        .isInstanceOf(UnknownChannelException.class)
        .hasMessageContaining("the edit");
  }

  @Test
  void shouldRefuseAForkFromTheEndOfASubgraph() {
    Graph child = graph().node("x", logs()).edge(START, "x").build();
    Graph outer = graph().subgraph("child", child).edge(START, "child").build();
    EngineDriver thread = EngineDriver.of(outer).input(NOTHING);
    long end =
        thread.history().stream()
            .filter(commit -> !commit.namespace().isEmpty() && commit.next().isEmpty())
            .findFirst()
            .orElseThrow()
            .number();

    assertThatThrownBy(() -> thread.fork(end, Input.Fork.Branch.CHILD))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("a fork of checkpoint " + end)
        .hasMessageContaining("the end of the subgraph");
  }

  @Test
  void shouldRefuseAnEditOfAFrameThatIsNotThere() {
    EngineDriver thread = EngineDriver.of(chain()).input(NOTHING);

    assertThatThrownBy(() -> thread.edit("gone:1", StateUpdate.of(COUNT, 1), null))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("the namespace of an edit of thread 'thread'")
        .hasMessageContaining("'gone:1'");
  }

  @Test
  void shouldRefuseToEditAsANodeWhatOnlyKeepsItsState() {
    Graph child = graph().node("x", logs()).edge(START, "x").build();
    Graph outer =
        graph().subgraph("kept", child, Embedding.perThread()).edge(START, "kept").build();
    EngineDriver thread = EngineDriver.of(outer).input(NOTHING);

    assertThatThrownBy(() -> thread.edit("kept", NOTHING, "x"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("which only keeps its state between calls");
    thread.edit("kept", StateUpdate.of(COUNT, 3), null);
    assertThat(thread.checkpoint().frame("kept").orElseThrow().state().get(COUNT)).isEqualTo(3);
  }

  @Test
  void shouldCloseWhatIsDeferredWhenEditedAsTheEnd() {
    Graph deferred =
        graph()
            .node("a", asks("?"))
            .node("last", logs())
            .defer("last")
            .edge(START, "a")
            .edge(START, "last")
            .build();
    EngineDriver thread = EngineDriver.of(deferred).input(NOTHING);
    long before = thread.checkpoint().number();

    thread.edit(NOTHING, END);

    assertThatThread(thread).isFinished();
    assertThat(thread.commit(before + 1).source()).isEqualTo(Source.UPDATE);
    assertThat(thread.commit(before + 1).step()).isEqualTo(thread.commit(before).step() + 1);
    assertThat(thread.checkpoint().root().backlog()).isEqualTo(PendingJoins.EMPTY);
    assertThatThread(thread.input(NOTHING)).waitsFor("a");
  }

  @Test
  void shouldTakeTheSettingsOfTheLastRunForAnEdit() {
    EngineDriver thread =
        EngineDriver.of(chain()).with(RunSettings.of(7, OnFailure.FAIL)).input(NOTHING);

    thread.with(settings()).edit(StateUpdate.of(LOG, "x"), "a");

    assertThat(thread.checkpoint().lastSegment().map(Segment::settings))
        .contains(RunSettings.of(7, OnFailure.FAIL));
    assertThat(thread.checkpoint().lastSegment().map(Segment::isEdit)).contains(true);
  }

  @Test
  void shouldNumberTheCheckpointOfAnEditAsANode() {
    EngineDriver thread = EngineDriver.of(chain()).input(NOTHING);

    thread.edit(StateUpdate.of(LOG, "x"), "a");

    Commit edit = thread.commit(5);
    assertThat(edit.source()).isEqualTo(Source.UPDATE);
    assertThat(edit.parent()).isEqualTo(4);
    assertThat(edit.step()).isEqualTo(3);
    assertThat(edit.next().tasks().get(0).task().step()).isEqualTo(4);
    assertThat(edit.at()).isEqualTo(Instant.EPOCH.plusSeconds(2));
  }

  @Test
  void shouldBeParkedAgainWhenRolledBackToAFailure() {
    AtomicBoolean repaired = new AtomicBoolean();
    Graph failing = graph().node("a", failsUntil(repaired)).edge(START, "a").build();
    EngineDriver thread = EngineDriver.of(failing).input(NOTHING);
    Checkpoint parked = thread.checkpoint();
    repaired.set(true);
    thread.answer(Answer.retry());

    thread.accept(new Input.Rollback("back", parked));

    assertThatThread(thread).isParkedAt("a").holds(LOG, List.of());
    assertThat(thread.checkpoint().segment()).isEqualTo(parked.segment());
    assertThatThread(thread.answer(Answer.retry())).isFinished().holds(LOG, List.of("a"));
  }

  @Test
  void shouldOpenTheSubgraphAnewWhenAnEditComesBeforeItHasBegun() {
    Graph child =
        graph()
            .node("x", context -> Command.update(LOG, "x" + context.state().find(COUNT).orElse(0)))
            .edge(START, "x")
            .build();
    Graph outer = graph().subgraph("child", child).edge(START, "child").build();
    EngineDriver thread = EngineDriver.of(outer).begin(NOTHING).accept(new Input.Cancel());

    thread.edit(StateUpdate.of(COUNT, 5), null).proceed(null);

    assertThatThread(thread).isFinished().holds(LOG, List.of("x5"));
  }

  @Test
  void shouldLeaveASubgraphAloneThatHasBegunWhenAnEditComes() {
    Graph child =
        graph()
            .node("w", logs())
            .node("x", context -> Command.update(LOG, "x" + context.state().find(COUNT).orElse(0)))
            .edge(START, "w")
            .edge("w", "x")
            .build();
    Graph outer = graph().subgraph("child", child).edge(START, "child").build();
    EngineDriver thread =
        EngineDriver.of(outer).begin(NOTHING).finish("w").accept(new Input.Cancel());

    thread.edit(StateUpdate.of(COUNT, 5), null).proceed(null);

    assertThatThread(thread).isFinished().holds(LOG, List.of("w", "x0"));
  }

  @Test
  void shouldLeaveASubgraphAloneInWhichAQuestionWasAnswered() {
    Graph child =
        graph()
            .node(
                "x",
                context ->
                    Command.update(
                        LOG,
                        context.interrupt(Question.of("?"))
                            + "x"
                            + context.state().find(COUNT).orElse(0)))
            .edge(START, "x")
            .build();
    Graph outer = graph().subgraph("child", child).edge(START, "child").build();
    EngineDriver thread = EngineDriver.of(outer).input(NOTHING);
    thread
        .accept(new Input.Answers("answer", List.of(Answer.single("yes"))))
        .accept(new Input.Cancel());

    thread.edit(StateUpdate.of(COUNT, 5), null).proceed(null);

    assertThatThread(thread).isFinished().holds(LOG, List.of("yesx0"));
  }

  @Test
  void shouldFollowTheEdgesAtOnceWhenAnEditedForkStandsAfterANode() {
    EngineDriver thread =
        EngineDriver.of(chain())
            .with(settings().withBreakpoints(Breakpoints.after("a")))
            .input(NOTHING);
    long standing = thread.checkpoint().number();
    thread.proceed(null);

    thread.fork(standing, Input.Fork.Branch.CHILD, NodeEdit.of(StateUpdate.of(LOG, "edit")));

    assertThatThread(thread).isHaltedBefore("b").holds(LOG, List.of("a", "edit"));
  }

  @Test
  void shouldEnterAnewWithoutATaskWhenTheInputIsTakenUpAndNoRouterLeavesTheEntry() {
    EngineDriver thread = EngineDriver.of(chain()).input(NOTHING);

    thread.fork(1, Input.Fork.Branch.CHILD).proceed(null);

    assertThatThread(thread).isFinished().hasRun("a", "b", "a", "b").holds(LOG, List.of("a", "b"));
  }

  @Test
  void shouldNumberTheTasksOfAForkByItsCheckpoint() {
    EngineDriver thread = EngineDriver.of(chain()).input(NOTHING);

    thread.fork(3, Input.Fork.Branch.CHILD, NodeEdit.of(StateUpdate.of(LOG, "edit")));

    Commit fork = thread.commit(5);
    assertThat(fork.step()).isEqualTo(thread.commit(3).step() + 1);
    assertThat(fork.next().tasks().get(0).task().step()).isEqualTo(fork.step() + 1);
    assertThat(fork.next().tasks().get(0).task().checkpoint()).isEqualTo(5);
    assertThat(fork.contributions()).hasSize(1);
  }

  @Test
  void shouldPlanAtOnceWhatFollowsWhenAForkIsEditedAsANode() {
    EngineDriver thread = EngineDriver.of(chain()).input(NOTHING);

    thread.fork(2, Input.Fork.Branch.CHILD, NodeEdit.as("a", StateUpdate.of(LOG, "A")));

    assertThatThread(thread).isHaltedBefore("b").holds(LOG, List.of("A"));
  }

  @Test
  void shouldDropTheSubgraphsInProgressWhenEditedAsANode() {
    Graph child = graph().node("x", asks("?")).edge(START, "x").build();
    Graph outer =
        graph()
            .subgraph("child", child)
            .node("b", logs())
            .edge(START, "child")
            .edge("child", "b")
            .build();
    EngineDriver thread = EngineDriver.of(outer).input(NOTHING);

    thread.edit(StateUpdate.of(LOG, "instead"), "child");

    assertThat(thread.checkpoint().frames().byNamespace()).containsOnlyKeys("");
    assertThat(thread.questions()).isEmpty();
    assertThatThread(thread).isHaltedBefore("b");
  }

  @Test
  void shouldTellTheRoutersOfSeveralEditsApart() {
    Graph routed =
        graph()
            .node("p", logs())
            .node("q", logs())
            .node("z", logs())
            .edge(START, "p")
            .edge(START, "q")
            .route("p", state -> "z", "z")
            .route("q", state -> "z", "z")
            .build();
    EngineDriver thread = EngineDriver.of(routed).input(NOTHING);
    long head = thread.checkpoint().number();
    int step = thread.checkpoint().root().step();
    List<NodeEdit> both = List.of(NodeEdit.as("p", NOTHING), NodeEdit.as("q", NOTHING));

    thread.accept(new Input.StateEdit("both", "", both, settings()));

    assertThat(thread.ready()).extracting(Task::index).containsExactly(-1, -2);
    assertThat(thread.ready()).extracting(Task::step).containsOnly(step + 1);
    assertThat(thread.ready()).extracting(Task::checkpoint).containsOnly(head);
    assertThat(thread.ready()).extracting(Task::id).doesNotHaveDuplicates();
    assertThatThread(thread.run()).isHaltedBefore("z");
  }

  @Test
  void shouldLeaveAFailingRouterOfAnEditToItsAuthor() {
    Graph routed =
        graph()
            .node("a", logs())
            .node("z", logs())
            .node("mend", logs())
            .edge(START, "a")
            .route("a", state -> state.get(CHOICE), "z")
            .onError("mend")
            .build();
    EngineDriver thread = EngineDriver.of(routed).input(StateUpdate.of(CHOICE, "z"));

    thread.edit(StateUpdate.overwrite(CHOICE, null), "a").run();

    assertThatThread(thread).isParkedAt("a");
  }

  @Test
  void shouldNameTheEditWhenItWritesAChannelThatIsNotThere() {
    EngineDriver thread = EngineDriver.of(chain()).input(NOTHING);

    assertThatThrownBy(() -> thread.edit(StateUpdate.of(Map.of("gone", 1)), null))
        .isInstanceOf(UnknownChannelException.class)
        .hasMessageContaining("the edit");
  }

  @Test
  void shouldPlanTheTasksOfTheNextStepAtItsCheckpoint() {
    EngineDriver thread = EngineDriver.of(chain()).begin(NOTHING);

    assertThat(thread.ready("a").checkpoint()).isEqualTo(2);
    assertThat(thread.ready("a").step()).isEqualTo(1);
    thread.finish("a");
    assertThat(thread.ready("b").checkpoint()).isEqualTo(3);
    assertThat(thread.ready("b").step()).isEqualTo(2);
  }
}

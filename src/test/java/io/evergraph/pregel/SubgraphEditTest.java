package io.evergraph.pregel;

import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;
import static io.evergraph.pregel.EngineAssert.assertThatThread;
import static io.evergraph.pregel.Steps.LOG;
import static io.evergraph.pregel.Steps.NOTHING;
import static io.evergraph.pregel.Steps.asks;
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
import io.evergraph.graph.Flow.Execution;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Interrupt;
import io.evergraph.graph.NodeEdit;
import io.evergraph.graph.OnFailure;
import io.evergraph.graph.Route;
import io.evergraph.graph.Steering;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SubgraphEditTest {
  private static final Channel<String> SECRET = Channel.of("secret", String.class);

  @Test
  void shouldGoOnWithTheEditAndHandItUpWhenTheChildIsEdited() {
    EngineDriver thread = waiting();

    thread.edit(inside(thread), StateUpdate.of(LOG, "edit"), null);

    assertThatThread(thread).waitsFor("q").holds(LOG, List.of());
    thread.answer(Answer.single("yes"));
    assertThatThread(thread).isFinished().holds(LOG, List.of("x", "edit", "q=yes", "end", "after"));
  }

  @Test
  void shouldPlanWhatFollowsTheNodeThatAnEditInsideIsMadeAs() {
    EngineDriver thread = waiting();

    thread.edit(inside(thread), StateUpdate.of(LOG, "in its place"), "q");

    assertThatThread(thread).isHaltedBefore("child");
    assertThatThread(thread.restarted().proceed(null))
        .isFinished()
        .hasRun("end", "after")
        .holds(LOG, List.of("x", "in its place", "end", "after"));
  }

  @Test
  void shouldTakeAnEditInsideHoweverManyStepsTheChildHasTaken() {
    Graph child =
        graph()
            .node("x", asks("x?"))
            .node("y", asks("y?"))
            .node("z", asks("z?"))
            .node("end", logs())
            .edge(START, "x")
            .edge("x", "y")
            .edge("y", "z")
            .edge("z", "end")
            .build();
    Graph parent = graph().subgraph("child", child).edge(START, "child").build();
    EngineDriver thread =
        EngineDriver.of(parent).with(RunSettings.of(2, OnFailure.PARK)).input(NOTHING);
    thread.answer(Answer.single("1"));
    thread.answer(Answer.single("2"));
    assertThatThread(thread).waitsFor("z");

    thread.edit(inside(thread), StateUpdate.of(LOG, "edit"), "z");

    assertThatThread(thread).isHaltedBefore("child");
    assertThatThread(thread.restarted().proceed(null))
        .isFinished()
        .holds(LOG, List.of("x=1", "y=2", "edit", "end"));
  }

  @Test
  void shouldEndTheChildWhenAnEditIsMadeAsItsLastNodeOrItsEnd() {
    for (String last : List.of("end", END)) {
      EngineDriver thread = waiting();

      thread.edit(inside(thread), NOTHING, last);

      assertThatThread(thread).isHaltedBefore("child");
      assertThatThread(thread.proceed(null)).isFinished().holds(LOG, List.of("x", "after"));
    }
  }

  @Test
  void shouldEditWhatAChildKeepsBetweenItsCalls() {
    Graph child =
        graph()
            .channels(SECRET)
            .node("x", it -> Command.update(LOG, it.state().find(SECRET).orElse("none")))
            .edge(START, "x")
            .build();
    Graph parent =
        graph().subgraph("child", child, Embedding.perThread()).edge(START, "child").build();
    EngineDriver thread = EngineDriver.of(parent).input(NOTHING);

    thread.edit("child", StateUpdate.of(SECRET, "told"), null).input(NOTHING);

    assertThatThread(thread).isFinished().holds(LOG, List.of("none", "told"));
    assertThatThrownBy(() -> thread.edit("child", NOTHING, "x"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("only keeps its state between calls");
  }

  @Test
  void shouldRefuseAnEditThatDoesNotFitTheChild() {
    EngineDriver thread = waiting();

    assertThatThrownBy(() -> thread.edit("child:nowhere", NOTHING, null))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("child:nowhere");
    assertThatThrownBy(() -> thread.edit(inside(thread), StateUpdate.of(Map.of("nope", 1)), null))
        .isInstanceOf(UnknownChannelException.class);
  }

  @Test
  void shouldNeverUseATaskIdTwiceWhenAChildIsTakenUpAgain() {
    Graph child =
        graph()
            .node("x", logs())
            .edge(START, "x")
            .route("x", state -> state.get(LOG).size() < 5 ? "x" : END, "x", END)
            .build();
    Route one = Route.send("child", NOTHING);
    Graph parent =
        graph()
            .subgraph("child", child)
            .routes(START, context -> List.of(one, one), "child")
            .build();
    EngineDriver thread = EngineDriver.of(parent).input(NOTHING);
    Checkpoint early = pass(parent, 6);
    Commit inside = thread.history().get(5);

    thread.fork(inside.number(), Input.Fork.Branch.CHILD).proceed(null);
    thread.accept(new Input.Rollback("back", early)).proceed(null);

    Set<String> ids = new HashSet<>();
    Set<String> known = new HashSet<>();
    early.frames().values().forEach(it -> it.plan().tasks().forEach(t -> known.add(t.task().id())));
    for (Commit commit : thread.history()) {
      for (PlannedTask planned : commit.next().tasks()) {
        assertThat(ids.add(planned.task().id())).as(planned.toString()).isTrue();
      }
    }
    assertThat(ids).containsAll(known);
  }

  @Test
  void shouldBeginSiblingsAroundAForkInsideUnderNewIds() {
    Graph parent =
        graph()
            .node("ask", asks("sure?"))
            .node("done", logs())
            .node("pay", logs())
            .subgraph("review", review())
            .edge(START, "ask")
            .edge(START, "done")
            .edge(START, "pay")
            .edge(START, "review")
            .build();
    EngineDriver thread = EngineDriver.of(parent).begin(NOTHING);
    Task paid = thread.ready("pay");
    thread.finish("ask", "done").finish("x");
    Interrupt asked = thread.question("ask");
    long inside = thread.checkpoint().number();
    thread.run().answer(Answer.single("no"));

    thread.fork(inside, Input.Fork.Branch.CHILD).accept(new Input.Continue("on", Steering.NONE));

    assertThatThread(thread).runs("ask", "pay", "y");
    assertThat(thread.ready("pay").id()).isNotEqualTo(paid.id());
    assertThatThread(thread.run().restarted()).waitsFor("ask");
    assertThat(thread.question("ask").id()).isNotEqualTo(asked.id());
    assertThatThread(thread.answer(Answer.to(thread.question("ask").id(), "yes")))
        .isFinished()
        .holds(LOG, List.of("ask=yes", "done", "pay", "x", "y"));
  }

  private static Graph siblings(Graph child) {
    return graph()
        .subgraph("one", child)
        .subgraph("two", child)
        .edge(START, "one")
        .edge(START, "two")
        .build();
  }

  @Test
  void shouldOpenASubgraphBesideAForkThatWasNotOpenYet() {
    EngineDriver thread = EngineDriver.of(siblings(review())).begin(NOTHING);
    long entered =
        thread.history().stream()
            .filter(commit -> !commit.namespace().isEmpty())
            .findFirst()
            .orElseThrow()
            .number();
    thread.run();

    thread.fork(entered, Input.Fork.Branch.CHILD).proceed(null);

    assertThatThread(thread).isFinished().holds(LOG, List.of("x", "y", "x", "y"));
  }

  @Test
  void shouldLeaveASubgraphBesideAForkClosedThatABreakpointHolds() {
    Graph parent =
        graph()
            .execution(Execution.EAGER)
            .subgraph("one", review())
            .subgraph("two", review())
            .edge(START, "one")
            .edge(START, "two")
            .build();
    EngineDriver thread =
        EngineDriver.of(parent)
            .with(RunSettings.of(9, OnFailure.PARK).withBreakpoints(Breakpoints.before("two")))
            .begin(NOTHING)
            .finish("x");
    long inside = thread.checkpoint().number();
    thread.run();

    thread.fork(inside, Input.Fork.Branch.CHILD);

    assertThat(thread.checkpoint().frames().byNamespace()).hasSize(2);
    assertThatThread(thread.proceed(null)).isFinished().holds(LOG, List.of("x", "y", "x", "y"));
  }

  /** Returns a subgraph that asks routers where its entry and its first node lead. */
  private static Graph routed() {
    return graph()
        .node("x", logs())
        .node("y", logs())
        .route(START, state -> "x", "x")
        .route("x", state -> "y", "y")
        .build();
  }

  @Test
  void shouldFindOutWhereAnEditInsideLeadsAndRunNothingBesideIt() {
    Graph parent =
        graph()
            .node("pay", logs())
            .subgraph("one", routed())
            .edge(START, "pay")
            .edge(START, "one")
            .build();
    EngineDriver thread = EngineDriver.of(parent).begin(NOTHING).finish(START).finish("x");
    String inside = thread.ready("y").namespace();
    thread.accept(new Input.Cancel());

    thread.edit(inside, StateUpdate.of(LOG, "edit"), "x");

    assertThatThread(thread).runs("x");
    assertThatThread(thread.run()).isHaltedBefore("one", "pay").hasRun(START, "x", "x");
    assertThatThread(thread.proceed(null))
        .isFinished()
        .holds(LOG, List.of("x", "edit", "y", "pay"));
  }

  @Test
  void shouldLeaveABreakpointBesideAnEditInsideAlone() {
    EngineDriver thread =
        EngineDriver.of(siblings(routed()))
            .with(RunSettings.of(9, OnFailure.PARK).withBreakpoints(Breakpoints.before("two/x")))
            .input(NOTHING);
    thread.fork(before(thread, "y"), Input.Fork.Branch.CHILD, NodeEdit.as("x", NOTHING));

    assertThatThread(thread).runs("x");
    assertThatThread(thread.run()).isHaltedBefore("one", "two");
  }

  @Test
  void shouldFindOutWhereAForkInsideLeadsBeforeASiblingIsEntered() {
    EngineDriver thread = EngineDriver.of(siblings(routed())).begin(NOTHING);
    thread.settleResults(List.of(thread.result(thread.ready().get(0)))).finish("x");
    long inside = thread.checkpoint().number();
    thread.run();
    thread.fork(inside, Input.Fork.Branch.CHILD, NodeEdit.as("x", NOTHING));

    assertThatThread(thread).runs("x");
    Frame one = thread.run().checkpoint().frame(thread.commit(inside).namespace()).orElseThrow();
    assertThat(one.plan().nodes()).containsExactly("y");
    assertThatThread(thread.proceed(null)).isFinished().holds(LOG, List.of("x", "y", "x", "y"));
  }

  @Test
  void shouldBeginWhatRunsInSiblingsOfAForkedSubgraphUnderNewIds() {
    EngineDriver thread = EngineDriver.of(siblings(review())).begin(NOTHING);
    thread.finish("x");
    long inside = thread.checkpoint().number();
    Set<String> ran = new HashSet<>();
    thread.ready().forEach(task -> ran.add(task.id()));
    thread.run();

    thread.fork(inside, Input.Fork.Branch.CHILD).accept(new Input.Continue("on", Steering.NONE));

    assertThatThread(thread).runs("y", "y");
    assertThat(thread.ready()).extracting(Task::id).doesNotContainAnyElementsOf(ran);
    assertThatThread(thread.run()).isFinished().holds(LOG, List.of("x", "y", "x", "y"));
  }

  @Test
  void shouldStandBesideAForkInsideAtTheBreakpointsOfAnEagerGraphAround() {
    Graph parent =
        graph()
            .execution(Execution.EAGER)
            .node("a", logs())
            .node("b", logs())
            .subgraph("review", review())
            .edge(START, "a")
            .edge("a", "b")
            .edge(START, "review")
            .build();
    EngineDriver thread =
        EngineDriver.of(parent)
            .with(RunSettings.of(9, OnFailure.PARK).withBreakpoints(Breakpoints.before("b")))
            .begin(NOTHING);
    thread.finish("a").finish("x");
    Frame before = thread.checkpoint().root();
    thread.run().proceed(null);

    thread.fork(before(thread, "y"), Input.Fork.Branch.CHILD);

    Frame after = thread.checkpoint().root();
    assertThat(after.plan().nodes()).isEqualTo(before.plan().nodes());
    assertThat(standing(after)).hasSize(1).isNotEqualTo(standing(before));
    assertThat(after.plan().find(standing(after).get(0)).orElseThrow().task().node())
        .isEqualTo("b");
    assertThatThread(thread.proceed(null)).isFinished();
  }

  private static List<String> standing(Frame frame) {
    return Objects.requireNonNull(frame.hold()).tasks();
  }

  private static long before(EngineDriver thread, String node) {
    return thread.history().stream()
        .filter(commit -> commit.next().nodes().equals(List.of(node)))
        .findFirst()
        .orElseThrow()
        .number();
  }

  private static Graph review() {
    return graph().node("x", logs()).node("y", logs()).edge(START, "x").edge("x", "y").build();
  }

  /** Returns how the thread stood before the others of its tasks. */
  private static Checkpoint pass(Graph graph, int commits) {
    EngineDriver thread = EngineDriver.of(graph).completing(Completion.FORWARDS).begin(NOTHING);
    while (thread.history().size() < commits) {
      thread.finish(thread.ready().get(0).node());
    }
    return thread.checkpoint();
  }

  private static EngineDriver waiting() {
    Graph child =
        graph()
            .node("x", logs())
            .node("q", asks("sure?"))
            .node("end", logs())
            .edge(START, "x")
            .edge("x", "q")
            .edge("q", "end")
            .build();
    Graph parent =
        graph()
            .subgraph("child", child)
            .node("after", logs())
            .edge(START, "child")
            .edge("child", "after")
            .build();
    EngineDriver thread = EngineDriver.of(parent).input(NOTHING).restarted();
    assertThatThread(thread).waitsFor("q");
    return thread;
  }

  private static String inside(EngineDriver thread) {
    return thread.questions().get(0).namespace();
  }
}

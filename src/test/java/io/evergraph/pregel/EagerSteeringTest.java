package io.evergraph.pregel;

import static io.evergraph.graph.Graph.START;
import static io.evergraph.pregel.EagerTest.begun;
import static io.evergraph.pregel.EagerTest.diamond;
import static io.evergraph.pregel.EagerTest.eager;
import static io.evergraph.pregel.EagerTest.sees;
import static io.evergraph.pregel.EngineAssert.assertThatThread;
import static io.evergraph.pregel.Steps.LOG;
import static io.evergraph.pregel.Steps.NOTHING;
import static io.evergraph.pregel.Steps.asks;
import static io.evergraph.pregel.Steps.graph;
import static io.evergraph.pregel.Steps.logs;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.graph.Answer;
import io.evergraph.graph.Breakpoints;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.PauseMode;
import io.evergraph.graph.Route;
import io.evergraph.graph.Steering;
import io.evergraph.state.StateUpdate;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Breakpoints, pauses, edits, forks and subgraphs of eager graphs. */
class EagerSteeringTest {
  private static StateUpdate log(String text) {
    return StateUpdate.of(LOG, text);
  }

  @Nested
  class Standing {
    @Test
    void shouldStandBeforeANodeInItsBranchOnly() {
      EngineDriver thread = begun(diamond(sees()).breakpoints(Breakpoints.before("down")));

      assertThatThread(thread.finish("fast")).runs("slow");
      assertThat(thread.run().next())
          .isEqualTo(
              new Next.Halted(new Halt.AtBreakpoint(List.of("down"), List.of()), List.of("down")));
      assertThatThread(thread.restarted().proceed(null))
          .isFinished()
          .holds(LOG, List.of("fast0", "slow0", "down2", "end3"));
    }

    @Test
    void shouldStandAfterANodeAtItsEnd() {
      EngineDriver thread = begun(diamond(sees()).breakpoints(Breakpoints.after("fast", "end")));

      assertThatThread(thread.finish("fast")).runs("slow");
      assertThatThread(thread.run()).isHaltedBefore("down");
      assertThatThread(thread.proceed(null)).isHaltedBefore();
      assertThatThread(thread.proceed(null)).isFinished();
    }

    @Test
    void shouldOpenASubgraphOnlyWhenItsBreakpointLetsItBegin() {
      Graph child = graph().node("x", sees()).edge(START, "x").build();
      EngineDriver thread =
          begun(
              eager()
                  .node("a", sees())
                  .node("slow", sees())
                  .subgraph("child", child)
                  .edge(START, "a")
                  .edge(START, "slow")
                  .edge("a", "child")
                  .breakpoints(Breakpoints.before("child")));

      assertThatThread(thread.finish("a")).runs("slow");
      assertThatThread(thread.run()).isHaltedBefore("child");
      assertThatThread(thread.proceed(null)).isFinished().holds(LOG, List.of("a0", "slow0", "x2"));
    }

    @Test
    void shouldLetTasksFinishInAPauseAndStartNothingNew() {
      EngineDriver thread = begun(diamond(sees())).pause(PauseMode.LET_TASKS_FINISH);

      assertThatThread(thread.finish("fast")).runs("slow");
      assertThatThread(thread.finish("slow")).isHaltedBefore("down");
      assertThatThread(thread.proceed(null)).isFinished();
    }

    @Test
    void shouldGoOnAfterACancelWithWhatWasNotDone() {
      EngineDriver thread = begun(diamond(sees())).finish("fast").accept(new Input.Cancel());

      assertThatThread(thread).isHaltedBefore("slow", "down");
      assertThatThread(thread.proceed(null))
          .isFinished()
          .holds(LOG, List.of("fast0", "slow0", "down1", "end3"));
    }
  }

  @Nested
  class Editing {
    private static EngineDriver waiting() {
      return begun(diamond(asks("go on?"))).run();
    }

    @Test
    void shouldLetWhatWaitsReadAnEdit() {
      EngineDriver thread = waiting().edit(log("edit"), null);

      assertThatThread(thread).waitsFor("slow").holds(LOG, List.of("fast0", "down1", "edit"));
      assertThatThread(thread.answer(Answer.single("yes")))
          .isFinished()
          .holds(LOG, List.of("fast0", "down1", "edit", "slow=yes", "end4"));
    }

    @Test
    void shouldGoOnFromTheNodeInWhoseNameItWasEdited() {
      EngineDriver thread = waiting().edit(log("as slow"), "slow");

      assertThatThread(thread).isHaltedBefore("end");
      assertThatThread(thread.proceed(null))
          .isFinished()
          .holds(LOG, List.of("fast0", "down1", "as slow", "end3"));
    }

    @Test
    void shouldAddWhereAnAnswerGoesBesideWhatWaits() {
      EngineDriver thread =
          begun(diamond(asks("go on?")).breakpoints(Breakpoints.before("down"))).run();
      Steering steering = Steering.update(log("more")).to(Route.to("end"));

      thread.accept(
          new Input.Answers("on", List.of(Answer.to(thread.question("slow").id(), 1)), steering));

      assertThatThread(thread).runs("end", "slow");
    }
  }

  @Nested
  class Forking {
    @Test
    void shouldBeginWhatWasInProgressAnewOnTheForkedState() {
      EngineDriver thread = begun(diamond(sees())).finish("fast");
      long forked = thread.checkpoint().number();
      List<String> before = thread.ready().stream().map(Task::id).toList();
      thread.run();

      thread.fork(forked, Input.Fork.Branch.CHILD).proceed(null);

      assertThatThread(thread).isFinished().holds(LOG, List.of("fast0", "slow1", "down1", "end3"));
      assertThat(
              thread.history().stream()
                  .filter(commit -> commit.number() > 6)
                  .flatMap(commit -> commit.done().tasks().stream())
                  .map(done -> done.task().id()))
          .doesNotContainAnyElementsOf(before)
          .doesNotHaveDuplicates();
    }

    @Test
    void shouldKeepApartWhatSeveralCommitsSentToOneNode() {
      GraphBuilder graph =
          eager()
              .node("a", logs())
              .node("b", logs())
              .node("work", logs())
              .edge(START, "a")
              .edge(START, "b")
              .routes("a", context -> List.of(Route.send("work", NOTHING)), "work")
              .routes("b", context -> List.of(Route.send("work", NOTHING)), "work");
      EngineDriver thread = begun(graph).finish("a", "b");
      long forked = thread.checkpoint().number();
      thread.run().fork(forked, Input.Fork.Branch.CHILD);

      assertThat(thread.checkpoint().root().plan().tasks())
          .extracting(planned -> planned.task().id())
          .hasSize(2)
          .doesNotHaveDuplicates();
      assertThatThread(thread.proceed(null)).isFinished();
    }
  }

  @Nested
  class Subgraphs {
    private static Graph slowAndFast(GraphBuilder outer, Graph child) {
      return outer
          .subgraph("child", child)
          .node("beside", sees())
          .node("after", sees())
          .edge(START, "child")
          .edge(START, "beside")
          .edge("beside", "after")
          .build();
    }

    @Test
    void shouldBeEagerInsideASubgraphAlone() {
      Graph outer = slowAndFast(graph(), diamond(sees()).build());
      EngineDriver thread = EngineDriver.of(outer).begin(NOTHING);

      thread.finish("fast", "beside");

      assertThatThread(thread).runs("slow", "down").holds(LOG, List.of());
      assertThatThread(thread.run()).isFinished();
      assertThat(thread.state().get(LOG)).hasSize(6).contains("end3");
    }

    @Test
    void shouldGoOnBesideASubgraphThatRunsInSupersteps() {
      Graph child =
          graph().node("x", sees()).node("y", sees()).edge(START, "x").edge(START, "y").build();
      EngineDriver thread = EngineDriver.of(slowAndFast(eager(), child)).begin(NOTHING);

      thread.finish("x").finish("beside");

      assertThatThread(thread).runs("y", "after").holds(LOG, List.of("beside0"));
      assertThatThread(thread.finish("after").run())
          .isFinished()
          .holds(LOG, List.of("beside0", "after1", "x0", "y0"));
    }

    @Test
    void shouldGiveUpWhatRunsBesideATaskThatLeavesTheSubgraph() {
      Graph outer = slowAndFast(eager(), diamond(sees()).build());
      EngineDriver thread = EngineDriver.of(outer).begin(NOTHING);
      TaskResult.Completed done = (TaskResult.Completed) thread.result(thread.ready("fast"));
      TaskResult.ParentCommand upward =
          new TaskResult.ParentCommand(
              log("up").writes(), Routing.instead(List.of(Route.to("after"))));

      thread.settleResults(List.of(done.with(upward)));

      assertThatThread(thread).runs("beside", "after").holds(LOG, List.of("fast0", "up"));
      assertThatThread(thread.run()).isFinished();
    }
  }
}

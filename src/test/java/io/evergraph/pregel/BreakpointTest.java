package io.evergraph.pregel;

import static io.evergraph.graph.Graph.START;
import static io.evergraph.pregel.EngineAssert.assertThatThread;
import static io.evergraph.pregel.Steps.CHOICE;
import static io.evergraph.pregel.Steps.LOG;
import static io.evergraph.pregel.Steps.NOTHING;
import static io.evergraph.pregel.Steps.asks;
import static io.evergraph.pregel.Steps.graph;
import static io.evergraph.pregel.Steps.logs;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.error.UnknownNodeException;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Breakpoints;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.NodeEdit;
import io.evergraph.graph.OnFailure;
import io.evergraph.graph.Steering;
import io.evergraph.state.StateUpdate;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class BreakpointTest {
  private static GraphBuilder chain() {
    return graph()
        .node("a", logs())
        .node("b", logs())
        .node("c", logs())
        .edge(START, "a")
        .edge("a", "b")
        .edge("b", "c");
  }

  private static GraphBuilder routed() {
    return graph()
        .node("a", logs())
        .node("b", logs())
        .node("c", logs())
        .edge(START, "a")
        .route("a", state -> state.find(CHOICE).orElse("b"), "b", "c");
  }

  static RunSettings stopping(Breakpoints points) {
    return RunSettings.of(9, OnFailure.PARK).withBreakpoints(points);
  }

  static EngineDriver started(Graph graph, Breakpoints points) {
    return EngineDriver.of(graph).with(stopping(points)).input(NOTHING);
  }

  static void assertStands(
      EngineDriver thread, List<String> before, List<String> after, String... next) {
    assertThat(thread.next())
        .isEqualTo(new Next.Halted(new Halt.AtBreakpoint(before, after), List.of(next)));
    assertThat(thread.pregel().isRunning(thread.checkpoint())).isFalse();
  }

  private static EngineDriver goOn(EngineDriver thread) {
    Steering everywhere = Steering.NONE.withBreakpoints(Breakpoints.after(Breakpoints.ALL));
    return thread.accept(new Input.Continue("on", everywhere)).run();
  }

  @Nested
  class Standing {
    @Test
    void shouldStandBeforeANodeAndGoOn() {
      EngineDriver thread = started(chain().build(), Breakpoints.before("b"));

      assertStands(thread, List.of("b"), List.of(), "b");
      assertThatThread(thread).hasRun("a").holds(LOG, List.of("a"));
      assertThatThread(thread.proceed(null)).isFinished().hasRun("a", "b", "c");
    }

    @Test
    void shouldStandAfterANodeAndGoOn() {
      EngineDriver thread = started(chain().build(), Breakpoints.after("b"));

      assertStands(thread, List.of(), List.of("b"), "c");
      assertThatThread(thread.proceed(null)).isFinished().hasRun("a", "b", "c");
    }

    @Test
    void shouldStandOnceWhenBothSidesMeet() {
      EngineDriver thread =
          started(chain().build(), Breakpoints.after("a").and(Breakpoints.before("b")));

      assertStands(thread, List.of("b"), List.of("a"), "b");
      assertThatThread(thread.proceed(null)).isFinished();
    }

    @Test
    void shouldStandBeforeTheFirstNode() {
      EngineDriver thread = started(chain().build(), Breakpoints.before("a"));

      assertStands(thread, List.of("a"), List.of(), "a");
      assertThatThread(thread).hasRun();
    }

    @Test
    void shouldNotTakeTheEntryForANode() {
      EngineDriver thread = started(chain().build(), Breakpoints.after(Breakpoints.ALL));

      assertStands(thread, List.of(), List.of("a"), "b");
      assertThatThread(goOn(thread)).hasRun("a", "b");
      assertStands(thread, List.of(), List.of("b"), "c");
      assertStands(goOn(thread), List.of(), List.of("c"));
      assertThatThread(thread.proceed(null)).isFinished().hasRun("a", "b", "c");
    }

    @Test
    void shouldNameOnlyTheNodesOfTheStepThatAreMeant() {
      Graph two =
          graph()
              .node("a", logs())
              .node("b", logs())
              .node("c", logs())
              .edge(START, "a")
              .edge(START, "b")
              .edge("a", "c")
              .edge("b", "c")
              .build();

      EngineDriver thread = started(two, Breakpoints.after("b"));

      assertStands(thread, List.of(), List.of("b"), "c");
    }

    @Test
    void shouldTakeOtherBreakpointsWhenItGoesOn() {
      EngineDriver thread = started(chain().build(), Breakpoints.before("b"));

      thread
          .accept(new Input.Continue("on", Steering.NONE.withBreakpoints(Breakpoints.before("c"))))
          .run();

      assertStands(thread, List.of("c"), List.of(), "c");
    }

    @Test
    void shouldEndTheBreakpointsOfARunWithItAndKeepThoseOfTheGraph() {
      Graph gated = chain().breakpoints(Breakpoints.before("c")).build();
      EngineDriver thread = started(gated, Breakpoints.after("a").and(Breakpoints.before("b")));

      assertStands(thread, List.of("b"), List.of("a"), "b");
      assertStands(thread.proceed(null), List.of("c"), List.of(), "c");
      assertThatThread(thread.proceed(null)).isFinished().hasRun("a", "b", "c");
    }

    @Test
    void shouldEndTheBreakpointsOfARunWhenAnAnswerGoesOn() {
      Graph asking =
          graph().node("a", asks("?")).node("b", logs()).edge(START, "a").edge("a", "b").build();

      EngineDriver thread = started(asking, Breakpoints.before("b")).answer(Answer.single(1));

      assertThatThread(thread).isFinished();
    }

    @Test
    void shouldRefuseABreakpointAtNoNode() {
      assertThatThrownBy(() -> started(chain().build(), Breakpoints.after("gone")))
          .isInstanceOf(UnknownNodeException.class)
          .hasMessageContaining("'gone'");
      EngineDriver thread = started(chain().build(), Breakpoints.before("b"));
      Steering wrong = Steering.NONE.withBreakpoints(Breakpoints.before("gone"));

      assertThatThrownBy(() -> thread.accept(new Input.Continue("on", wrong)))
          .isInstanceOf(UnknownNodeException.class);
    }

    @Test
    void shouldBeOutOfStepsWhereItWasContinuedWithTooFew() {
      EngineDriver thread = started(chain().build(), Breakpoints.before("b"));

      assertThatThread(thread.proceed(1)).isOutOfSteps(1, "c");
    }
  }

  @Nested
  class Editing {
    @Test
    void shouldKeepStandingWhenAnEditComes() {
      EngineDriver thread = started(chain().build(), Breakpoints.before("b"));

      thread.edit(StateUpdate.of(LOG, "edit"), null);

      assertStands(thread, List.of("b"), List.of(), "b");
      assertThatThread(thread.proceed(null))
          .isFinished()
          .holds(LOG, List.of("a", "edit", "b", "c"));
    }

    @Test
    void shouldAskTheRoutersAgainWhenAnEditChangesWhatTheyRead() {
      EngineDriver thread = started(routed().build(), Breakpoints.after("a"));
      assertStands(thread, List.of(), List.of("a"), "b");

      thread.edit(StateUpdate.of(CHOICE, "c"), null);
      assertThatThread(thread).runs("a");
      assertThatThread(thread.run()).isHaltedBefore("c");
      assertThatThread(thread.proceed(null)).isFinished().holds(LOG, List.of("a", "c"));
    }

    @Test
    void shouldFollowTheEdgesAgainWhenAnEditComesAfterANodeWithoutRouters() {
      EngineDriver thread = started(chain().build(), Breakpoints.after("b"));

      thread.edit(StateUpdate.of(LOG, "edit"), null).run();

      assertThatThread(thread).isHaltedBefore("c");
      assertThatThread(thread.proceed(null))
          .isFinished()
          .holds(LOG, List.of("a", "b", "edit", "c"))
          .hasRun("a", "b", "c");
    }

    @Test
    void shouldKeepWhereANodeWentWhenAnEditComesAfterIt() {
      Graph going =
          graph()
              .node("a", context -> Command.update(LOG, "a").thenGoTo("c"))
              .node("b", logs())
              .node("c", logs())
              .edge(START, "a")
              .edge("a", "b")
              .ends("a", "c")
              .build();
      EngineDriver thread = started(going, Breakpoints.after("a"));

      thread.edit(StateUpdate.of(LOG, "edit"), null).run();

      assertThatThread(thread.proceed(null)).isFinished().hasRun("a", "c");
    }

    @Test
    void shouldCountArrivalsAtAJoinOnceWhenAnEditComesAfterItsSources() {
      Graph joined =
          graph()
              .node("a", logs())
              .node("b", logs())
              .node("c", logs())
              .node("end", logs())
              .edge(START, "a")
              .edge(START, "b")
              .edge("b", "c")
              .join(List.of("a", "c"), "end")
              .build();
      EngineDriver thread = started(joined, Breakpoints.after("a"));

      thread.edit(StateUpdate.of(LOG, "edit"), null).run().proceed(null);

      assertThatThread(thread)
          .isFinished()
          .hasRun("a", "b", "c", "end")
          .holds(LOG, List.of("a", "b", "edit", "c", "end"));
    }

    @Test
    void shouldStandNoMoreWhenEditedInTheNameOfANode() {
      EngineDriver thread = started(chain().build(), Breakpoints.before("b"));

      thread.edit(StateUpdate.of(LOG, "instead"), "b");

      assertThat(((Next.Halted) thread.next()).nextNodes()).containsExactly("c");
      assertThatThread(thread.proceed(null)).isFinished().hasRun("a", "c");
    }

    @Test
    void shouldForkFromABreakpointAndAskTheRoutersAgain() {
      EngineDriver thread = started(routed().build(), Breakpoints.after("a"));
      long standing = thread.checkpoint().number();
      thread.proceed(null);

      thread
          .fork(standing, Input.Fork.Branch.CHILD, NodeEdit.of(StateUpdate.of(CHOICE, "c")))
          .run()
          .proceed(null);

      assertThatThread(thread).isFinished().holds(LOG, List.of("a", "c"));
    }

    @Test
    void shouldForkFromABreakpointAsItIs() {
      EngineDriver thread = started(chain().build(), Breakpoints.before("b"));
      long standing = thread.checkpoint().number();
      thread.proceed(null);

      thread.fork(standing, Input.Fork.Branch.CHILD).proceed(null);

      assertThatThread(thread).isFinished().hasRun("a", "b", "c", "b", "c");
    }
  }

  @Nested
  class Commanding {
    @Test
    void shouldAskTheRoutersAgainWhenItGoesOnWithAnUpdate() {
      EngineDriver thread = started(routed().build(), Breakpoints.after("a"));

      thread.accept(new Input.Continue("on", Steering.update(StateUpdate.of(CHOICE, "c")))).run();

      assertThatThread(thread).isFinished().holds(LOG, List.of("a", "c"));
    }

    @Test
    void shouldCountNoStepWhereOnlyRoutersAreAskedAgain() {
      EngineDriver thread = started(routed().build(), Breakpoints.after("a"));
      Steering oneStep = Steering.update(StateUpdate.of(CHOICE, "c")).withMaxSteps(1);

      thread.accept(new Input.Continue("on", oneStep)).run();

      assertThatThread(thread).isFinished().holds(LOG, List.of("a", "c"));
    }

    @Test
    void shouldRunWhatTheCommandNamesBesideWhatStands() {
      EngineDriver thread = started(chain().build(), Breakpoints.before("b"));

      thread.accept(new Input.Continue("on", Steering.goTo("c"))).run();

      assertThatThread(thread).isFinished().hasRun("a", "b", "c", "c");
    }
  }
}

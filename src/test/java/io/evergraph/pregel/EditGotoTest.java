package io.evergraph.pregel;

import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;
import static io.evergraph.pregel.EngineAssert.assertThatThread;
import static io.evergraph.pregel.Steps.CHOICE;
import static io.evergraph.pregel.Steps.COUNT;
import static io.evergraph.pregel.Steps.LOG;
import static io.evergraph.pregel.Steps.NOTHING;
import static io.evergraph.pregel.Steps.asks;
import static io.evergraph.pregel.Steps.graph;
import static io.evergraph.pregel.Steps.logs;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.graph.Answer;
import io.evergraph.graph.Breakpoints;
import io.evergraph.graph.Command;
import io.evergraph.graph.Flow.GotoRule;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Interrupt;
import io.evergraph.graph.NodeEdit;
import io.evergraph.graph.OnFailure;
import io.evergraph.graph.Route;
import io.evergraph.graph.Steering;
import io.evergraph.state.StateUpdate;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What has been gone to whatever the state says stays where an edit has routes found anew. */
class EditGotoTest {
  @Nested
  class ByANode {
    /** Goes from a to x, which asks, and beside it where the choice says. */
    private final Graph additive =
        graph()
            .routing(GotoRule.ADDITIVE)
            .node("a", context -> Command.update(LOG, "a").thenGoTo("x"))
            .ends("a", "x")
            .node("r", logs())
            .node("s", logs())
            .node("x", asks("?"))
            .edge(START, "a")
            .route("a", state -> state.find(CHOICE).orElse("r"), "r", "s")
            .build();

    @Test
    void shouldKeepAnAdditiveGotoWhenRoutesAreFoundAnew() {
      EngineDriver thread = EngineDriver.of(additive).input(NOTHING);
      Interrupt question = thread.question("x");

      thread.edit(StateUpdate.of(COUNT, 1), null).run();

      assertThat(thread.questions()).containsExactly(question);
      assertThatThread(thread.restarted().answer(Answer.single("yes")))
          .isFinished()
          .holds(LOG, List.of("a", "r", "x=yes"));
    }

    @Test
    void shouldKeepAnAdditiveGotoHoweverOftenRoutesAreFoundAnew() {
      EngineDriver thread = EngineDriver.of(additive).input(NOTHING);

      thread.edit(StateUpdate.of(COUNT, 1), null).run();
      thread.edit(StateUpdate.of(CHOICE, "s"), null).run();

      assertThatThread(thread.proceed(null)).waitsFor("x");
      assertThatThread(thread.answer(Answer.single("yes")))
          .isFinished()
          .holds(LOG, List.of("a", "r", "s", "x=yes"));
    }

    @Test
    void shouldKeepTheAdditiveGotosOfSiblingsWithoutAChoice() {
      Graph siblings =
          graph()
              .routing(GotoRule.ADDITIVE)
              .node("a", logs())
              .node("b", context -> Command.goTo("x"))
              .ends("b", "x")
              .node("r", logs())
              .node("x", asks("?"))
              .edge(START, "a")
              .edge(START, "b")
              .route("a", state -> "r", "r")
              .build();
      EngineDriver thread = EngineDriver.of(siblings).input(NOTHING);

      thread.edit(StateUpdate.of(COUNT, 1), null).run();

      assertThatThread(thread).waitsFor("x");
    }

    @Test
    void shouldKeepTheAdditiveGotosOfAllTasksThatWereSentToANode() {
      Graph sending =
          graph()
              .routing(GotoRule.ADDITIVE)
              .node(
                  "a",
                  context ->
                      Command.none()
                          .then(
                              List.of(
                                  Route.send(
                                      "x", StateUpdate.of(COUNT, context.state().get(COUNT))))))
              .ends("a", "x")
              .node("x", asks("?"))
              .routes(
                  START,
                  context ->
                      List.of(
                          Route.send("a", StateUpdate.of(COUNT, 1)),
                          Route.send("a", StateUpdate.of(COUNT, 2))),
                  "a")
              .route("a", state -> END, END)
              .build();
      EngineDriver thread = EngineDriver.of(sending).input(NOTHING);
      List<Interrupt> questions = thread.questions();

      thread.edit(StateUpdate.of(CHOICE, "any"), null).run();

      assertThat(questions).hasSize(2);
      assertThat(thread.questions()).isEqualTo(questions);
    }

    @Test
    void shouldGoWhereAnAdditiveGotoLedBehindABreakpointWhereTheStateIsSteered() {
      EngineDriver thread =
          EngineDriver.of(additive)
              .with(RunSettings.of(9, OnFailure.PARK).withBreakpoints(Breakpoints.after("a")))
              .input(NOTHING);
      assertThatThread(thread).isHaltedBefore("r", "x");

      thread
          .accept(new Input.Continue("steered", Steering.update(StateUpdate.of(CHOICE, "s"))))
          .run();

      assertThatThread(thread).waitsFor("x").holds(LOG, List.of("a"));
      assertThatThread(thread.answer(Answer.single("yes")))
          .isFinished()
          .holds(LOG, List.of("a", "s", "x=yes"));
    }

    @Test
    void shouldGoWhereAnAdditiveGotoLedInAForkWithAnEdit() {
      EngineDriver thread = EngineDriver.of(additive).input(NOTHING);
      long before = thread.checkpoint().number();

      thread.fork(before, Input.Fork.Branch.CHILD, NodeEdit.of(StateUpdate.of(CHOICE, "s"))).run();

      assertThatThread(thread.proceed(null)).waitsFor("x");
      assertThatThread(thread.answer(Answer.single("yes")))
          .isFinished()
          .holds(LOG, List.of("a", "s", "x=yes"));
    }

    @Test
    void shouldKeepWhereASubgraphToldTheGraphAroundToGoBesideItsEdges() {
      Graph child = graph().node("in", logs()).edge(START, "in").build();
      Graph around =
          graph()
              .routing(GotoRule.ADDITIVE)
              .subgraph("child", child)
              .node("a", logs())
              .node("r", logs())
              .node("x", asks("?"))
              .edge(START, "a")
              .edge(START, "child")
              .ends("child", "x")
              .route("a", state -> "r", "r")
              .build();
      EngineDriver thread = EngineDriver.of(around).begin(NOTHING);
      TaskResult.Completed told = (TaskResult.Completed) thread.result(thread.ready("in"));
      List<Route> x = List.of(Route.to("x"));

      thread.settleResults(
          List.of(told.with(new TaskResult.ParentCommand(List.of(), Routing.beside(x)))));
      thread.run().edit(StateUpdate.of(COUNT, 1), null).run();

      assertThatThread(thread).waitsFor("x");
    }
  }

  @Nested
  class ByAPerson {
    /** Goes from the model to the tools, which ask, unless the choice says otherwise. */
    private final Graph agent =
        graph()
            .node("model", logs())
            .node("tools", asks("really?"))
            .node("z", asks("z?"))
            .ends("tools", "z")
            .edge(START, "model")
            .route("model", state -> state.find(CHOICE).orElse("tools"), "tools", END)
            .build();

    private EngineDriver steered(StateUpdate input) {
      EngineDriver thread = EngineDriver.of(agent).input(input);
      return thread.accept(new Input.Continue("steered", Steering.goTo("z"))).run().restarted();
    }

    @Test
    void shouldKeepWhatASteeringWentTo() {
      EngineDriver thread = steered(NOTHING);
      assertThatThread(thread).waitsFor("tools", "z");
      List<Interrupt> questions = thread.questions();

      thread.edit(StateUpdate.of(LOG, "note"), null).run();

      assertThat(thread.questions()).isEqualTo(questions);
    }

    @Test
    void shouldKeepWhatASteeringWentToWhereTheRoutesLeadElsewhere() {
      EngineDriver thread = steered(NOTHING);

      thread.edit(StateUpdate.of(CHOICE, END), null).run();
      assertThatThread(thread).waitsFor("z");
      thread.edit(StateUpdate.of(COUNT, 1), null).run();

      assertThatThread(thread.answer(Answer.single("yes")))
          .isFinished()
          .holds(LOG, List.of("model", "z=yes"));
    }

    @Test
    void shouldKeepWhatASteeringOfAFinishedThreadWentTo() {
      EngineDriver thread = steered(StateUpdate.of(CHOICE, END));
      assertThatThread(thread).waitsFor("z");

      thread.edit(StateUpdate.of(LOG, "note"), null).run();

      assertThatThread(thread).waitsFor("z");
    }

    @Test
    void shouldKeepEachOfSeveralSteerings() {
      EngineDriver thread = steered(NOTHING);
      Route sent = Route.send("z", StateUpdate.of(COUNT, 7));
      thread.accept(new Input.Continue("again", Steering.NONE.to(sent))).run();
      assertThatThread(thread).waitsFor("tools", "z", "z");

      thread.edit(StateUpdate.of(CHOICE, END), null).run();

      assertThatThread(thread).waitsFor("z", "z");
    }

    @Test
    void shouldGoThereOnceFromABreakpointWhereTheStateIsSteered() {
      EngineDriver thread =
          EngineDriver.of(agent)
              .with(RunSettings.of(9, OnFailure.PARK).withBreakpoints(Breakpoints.after("model")))
              .input(NOTHING);
      Steering both = Steering.update(StateUpdate.of(CHOICE, END)).to(Route.to("z"));

      thread.accept(new Input.Continue("steered", both)).run();

      assertThatThread(thread).waitsFor("z");
      assertThatThread(thread.answer(Answer.single("yes")))
          .isFinished()
          .hasRun("model", "model", "z", "z")
          .holds(LOG, List.of("model", "z=yes"));
    }
  }
}

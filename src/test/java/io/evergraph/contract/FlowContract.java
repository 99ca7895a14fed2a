package io.evergraph.contract;

import static io.evergraph.contract.Graphs.COUNT;
import static io.evergraph.contract.Graphs.FACTS;
import static io.evergraph.contract.Graphs.LOG;
import static io.evergraph.contract.Graphs.OFFER;
import static io.evergraph.contract.Graphs.SUBJECTS;
import static io.evergraph.contract.Graphs.VALUE;
import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.error.ConflictingWriteException;
import io.evergraph.error.GraphMismatchException;
import io.evergraph.error.StepLimitException;
import io.evergraph.error.TaskFailedException;
import io.evergraph.error.UnknownChannelException;
import io.evergraph.error.UnknownGraphException;
import io.evergraph.error.UnknownTargetException;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Route;
import io.evergraph.graph.Router;
import io.evergraph.pregel.Answer;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadStatus;
import io.evergraph.state.StateUpdate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How runs flow: supersteps, routes, sends, joins, subgraphs, limits, threads. */
class FlowContract extends RuntimeContract {

  @Test
  void shouldRunStepAfterStepAndGoOnFromTheStateOfTheThread() {
    RunResult result =
        sameAsInMemory(
            (runtime, script) -> {
              script.start(runtime, Graphs.chain(), StateUpdate.of(VALUE, "x"));
              return script.start(runtime, Graphs.chain(), StateUpdate.of(VALUE, "b"));
            });

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.state().get(VALUE)).isEqualTo("b123");
    assertThat(result.state().get(LOG)).containsExactly("1", "2", "3", "1", "2", "3");
    assertThat(result.snapshot().status()).isEqualTo(ThreadStatus.IDLE);
  }

  @Test
  void shouldApplyTheWritesOfOneStepByNodeName() {
    RunResult result =
        sameAsInMemory(
            (runtime, script) ->
                script.start(runtime, Graphs.parallel(), StateUpdate.of(LOG, "in")));

    assertThat(result.state().get(LOG)).containsExactly("in", "begin", "left", "right", "join");
    assertThat(result.state().get(COUNT)).isEqualTo(4);
  }

  @Test
  void shouldKeepTypedValuesAndMergedMaps() {
    Graphs.Offer offer = new Graphs.Offer("seat", 10.5, List.of());

    RunResult result =
        sameAsInMemory(
            (runtime, script) ->
                script.start(runtime, Graphs.typed(), StateUpdate.of(OFFER, offer)));

    assertThat(result.state().get(OFFER))
        .isEqualTo(new Graphs.Offer("seat", 21, List.of("raised")));
    assertThat(result.state().get(FACTS)).isEqualTo(Map.of("was", 10.5));
  }

  @Test
  void shouldRunEachSendWithItsOwnInputInTheOrderOfTheSends() {
    RunResult result =
        sameAsInMemory(
            (runtime, script) ->
                script.start(runtime, Graphs.mapReduce(), StateUpdate.of(SUBJECTS, "y", "x", "z")));

    assertThat(result.state().get(VALUE)).isEqualTo("Y+X+Z");
  }

  @Test
  void shouldTakeTheFirstMatchIgnoringCase() {
    RunResult result =
        sameAsInMemory(
            (runtime, script) ->
                script.start(runtime, Graphs.firstMatch(), StateUpdate.of(VALUE, "TOOL")));

    assertThat(result.state().get(LOG)).containsExactly("branch", "tools");
  }

  @Test
  void shouldFollowTheGotoInsteadOfTheEdges() {
    Graph graph =
        Graph.builder("goto")
            .channels(LOG)
            .node("first", context -> Command.update(LOG, "first").thenGoTo("third"))
            .node("second", Graphs.log("second"))
            .node("third", Graphs.log("third"))
            .edge(START, "first")
            .edge("first", "second")
            .ends("first", "third")
            .build();

    RunResult result =
        sameAsInMemory((runtime, script) -> script.start(runtime, graph, StateUpdate.empty()));

    assertThat(result.state().get(LOG)).containsExactly("first", "third");
  }

  @Test
  void shouldChooseTheFirstNodeByTheInputWhenTheEntryIsConditional() {
    Graph graph =
        Graph.builder("entry")
            .channels(VALUE, LOG)
            .node("a", Graphs.log("a"))
            .node("b", Graphs.log("b"))
            .route(START, state -> state.get(VALUE), "a", "b")
            .build();

    RunResult result =
        sameAsInMemory(
            (runtime, script) -> script.start(runtime, graph, StateUpdate.of(VALUE, "b")));

    assertThat(result.state().get(LOG)).containsExactly("b");
  }

  @Test
  void shouldStopAtTheStepLimitAndGoOnWithAHigherOne() {
    RunResult result =
        sameAsInMemory(
            (runtime, script) -> {
              RunResult stopped =
                  script.start(
                      runtime,
                      Graphs.looping(5),
                      StateUpdate.empty(),
                      RunOptions.builder().maxSteps(3));
              assertThat(stopped.error()).get().isInstanceOf(StepLimitException.class);
              assertThat(stopped.snapshot().next()).containsExactly("again");
              return script.proceed(runtime, 4);
            });

    assertThat(result.state().get(LOG)).containsExactly("1/2", "2/1", "3/0", "4/3", "5/2");
  }

  @Test
  void shouldParkWhenTwoNodesWriteOneValue() {
    Graph graph =
        Graph.builder("conflict")
            .channels(VALUE)
            .node("a", context -> Command.update(VALUE, "a"))
            .node("b", context -> Command.update(VALUE, "b"))
            .edge(START, "a")
            .edge(START, "b")
            .build();

    RunResult result =
        sameAsInMemory((runtime, script) -> script.start(runtime, graph, StateUpdate.empty()));

    assertThat(result.status()).isEqualTo(RunStatus.PARKED);
    assertThat(result.error().orElseThrow())
        .isInstanceOfSatisfying(
            TaskFailedException.class,
            failed ->
                assertThat(failed.errorType())
                    .isEqualTo(ConflictingWriteException.class.getName()));
    assertThat(result.snapshot().status()).isEqualTo(ThreadStatus.ERROR);
  }

  @Test
  void shouldParkWhenARouterNamesATargetThatIsNotDeclared() {
    Graph graph =
        Graph.builder("astray")
            .channels(VALUE, LOG)
            .node("a", Graphs.log("a"))
            .node("b", Graphs.log("b"))
            .edge(START, "a")
            .route("a", state -> "c", "b")
            .build();

    RunResult result =
        sameAsInMemory((runtime, script) -> script.start(runtime, graph, StateUpdate.empty()));

    assertThat(result.status()).isEqualTo(RunStatus.PARKED);
    assertThat(result.error().orElseThrow().getMessage())
        .contains(UnknownTargetException.class.getSimpleName());
  }

  @Test
  void shouldRunASubgraphInlineWithoutDoublingItsWrites() {
    RunResult result =
        sameAsInMemory(
            (runtime, script) -> {
              RunResult asked = script.start(runtime, Graphs.nested(), StateUpdate.of(VALUE, "v"));
              assertThat(asked.interrupts()).hasSize(1);
              assertThat(asked.interrupts().get(0).namespace()).startsWith("inner:");
              return script.answer(runtime, Answer.single("7"));
            });

    assertThat(result.state().get(VALUE)).isEqualTo("v>7");
    assertThat(result.state().get(LOG)).containsExactly("outer", "deep", "done");
  }

  @Test
  void shouldAskTheRoutersWhenAConditionalEdgeLeavesASentSubgraph() {
    Graph inner =
        Graph.builder("inner")
            .channels(VALUE, LOG)
            .node("deep", context -> Command.update(LOG, "deep " + context.state().get(VALUE)))
            .edge(START, "deep")
            .build();
    Graph graph =
        Graph.builder("sender")
            .channels(VALUE, LOG)
            .subgraph("inner", inner)
            .node("done", Graphs.log("done"))
            .routes(
                START, context -> List.of(Route.send("inner", StateUpdate.of(VALUE, "x"))), "inner")
            .route("inner", state -> state.get(LOG).contains("deep x") ? "done" : END, "done", END)
            .build();

    RunResult result =
        sameAsInMemory((runtime, script) -> script.start(runtime, graph, StateUpdate.empty()));

    assertThat(result.state().get(LOG)).containsExactly("deep x", "done");
    assertThat(result.state().find(VALUE)).isEmpty();
  }

  @Test
  void shouldEndTheThreadWithItsRunWhenTheRunIsAlone() {
    RunResult result =
        start(Graphs.chain(), StateUpdate.of(VALUE, "x"), RunOptions.builder().alone());

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.state().get(VALUE)).isEqualTo("x123");
  }

  @Test
  void shouldChangeNothingWhenTheSameRunIsStartedTwice() {
    RunOptions.Builder options = RunOptions.builder().runId(thread() + "-once");

    start(Graphs.chain(), StateUpdate.of(VALUE, "x"), options);
    RunResult again = start(Graphs.chain(), StateUpdate.of(VALUE, "x"), options);

    assertThat(again.state().get(LOG)).hasSize(3);
  }

  @Test
  void shouldChangeNothingWhenTheRunThatEndedItsThreadIsStartedAgain() {
    RunOptions.Builder last = RunOptions.builder().runId(thread() + "-last").alone();
    start(Graphs.chain(), StateUpdate.of(VALUE, "x"));

    RunResult result = start(Graphs.chain(), StateUpdate.of(VALUE, "y"), last);
    RunResult again = start(Graphs.chain(), StateUpdate.of(VALUE, "y"), last);

    assertThat(result.state().get(LOG)).hasSize(6);
    assertThat(again.state()).isEqualTo(result.state());
    assertThat(runtime().snapshot(thread()).state()).isEqualTo(result.state());
  }

  @Test
  void shouldChangeNothingWhenTheOnlyRunOfAThreadIsStartedAgainAfterItsEnd() {
    RunOptions.Builder only = RunOptions.builder().runId(thread() + "-only").alone();

    RunResult result = start(Graphs.chain(), StateUpdate.of(VALUE, "x"), only);
    RunResult again = start(Graphs.chain(), StateUpdate.of(VALUE, "x"), only);

    assertThat(result.state().get(LOG)).hasSize(3);
    assertThat(again.state()).isEqualTo(result.state());
    assertThat(again.snapshot().checkpoint()).isEqualTo(result.snapshot().checkpoint());
  }

  @Test
  void shouldRefuseWhatDoesNotFitTheGraphOrTheThread() {
    start(Graphs.chain(), StateUpdate.of(VALUE, "x"));
    runtime().graphs().register(Graphs.parallel());

    assertThatThrownBy(() -> start(Graphs.parallel(), StateUpdate.empty()))
        .isInstanceOf(GraphMismatchException.class);
    assertThatThrownBy(() -> start(Graphs.chain(), StateUpdate.of(Map.of("valeu", "x"))))
        .isInstanceOf(UnknownChannelException.class)
        .hasMessageContaining("valeu");
    assertThatThrownBy(
            () ->
                runtime()
                    .start("nope", ThreadId.random(), StateUpdate.empty(), RunOptions.defaults()))
        .isInstanceOf(UnknownGraphException.class)
        .hasMessageContaining("chain");
  }

  @Test
  void shouldReadTheStateOfEveryCheckpoint() {
    RunResult result = start(Graphs.chain(), StateUpdate.of(VALUE, "x"));
    long last = result.snapshot().checkpoint();

    assertThat(runtime().stateAt(thread(), last).get(VALUE)).isEqualTo("x123");
    assertThat(runtime().stateAt(thread(), last - 1).get(VALUE)).isEqualTo("x12");
    assertThat(runtime().stateAt(thread(), last - 3).get(VALUE)).isEqualTo("x");
  }

  @Test
  void shouldPlanWhatFollowsTheNodeThatAnEditIsMadeAs() {
    start(Graphs.chain(), StateUpdate.of(VALUE, "x"));

    var edited = runtime().editState(thread(), null, StateUpdate.of(VALUE, "edited"), "2");
    RunResult result = await(runtime().proceed(thread(), thread() + "-on", null));

    assertThat(edited.next()).containsExactly("3");
    assertThat(result.state().get(VALUE)).isEqualTo("edited3");
  }

  @Test
  void shouldApplyWhatARouterWritesAfterWhatItsNodeWrote() {
    Graph graph =
        Graph.builder("writing-router")
            .channels(Graphs.LOG)
            .node("a", Graphs.log("a"))
            .node("b", Graphs.log("b"))
            .node("c", Graphs.log("c"))
            .edge(Graph.START, "a")
            .routes(
                "a",
                Router.commanding(
                    context ->
                        Command.update(
                                Graphs.LOG, "after " + context.state().get(Graphs.LOG).size())
                            .thenGoTo("onward")),
                Map.of("onward", "b", "aside", "c"))
            .build();

    RunResult result =
        sameAsInMemory((runtime, script) -> script.start(runtime, graph, StateUpdate.empty()));

    assertThat(result.state().get(Graphs.LOG)).containsExactly("a", "after 1", "b");
  }
}

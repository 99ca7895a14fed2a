package io.evergraph.contract;

import static io.evergraph.contract.Graphs.LOG;
import static io.evergraph.contract.Graphs.SUBJECT;
import static io.evergraph.contract.Graphs.VALUE;
import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.error.UnknownTargetException;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Flow.GotoRule;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.Match;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.Route;
import io.evergraph.graph.Router;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.state.StateUpdate;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Where a run goes next: first matches, routers, gotos and conditional entries. */
class RoutingContract extends RuntimeContract {

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
  void shouldFollowTheGotoBesideTheEdgesWhenTheGraphSaysSo() {
    Graph graph =
        graph("additive")
            .routing(GotoRule.ADDITIVE)
            .node("a", context -> Command.update(LOG, "a").thenGoTo("b"))
            .ends("a", "b")
            .node("b", Graphs.log("b"))
            .node("c", Graphs.log("c"))
            .node("d", Graphs.log("d"))
            .edge(START, "a")
            .edge("a", "c")
            .route("a", state -> "d", "d")
            .build();

    RunResult result =
        sameAsInMemory((runtime, script) -> script.start(runtime, graph, StateUpdate.empty()));

    assertThat(result.state().get(LOG)).containsExactly("a", "b", "c", "d");
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
  void shouldApplyWhatARouterWritesAfterWhatItsNodeWrote() {
    Graph graph =
        Graph.builder("writing-router")
            .channels(LOG)
            .node("a", Graphs.log("a"))
            .node("b", Graphs.log("b"))
            .node("c", Graphs.log("c"))
            .edge(START, "a")
            .routes(
                "a",
                Router.commanding(
                    context ->
                        Command.update(LOG, "after " + context.state().get(LOG).size())
                            .thenGoTo("onward")),
                Map.of("onward", "b", "aside", "c"))
            .build();

    RunResult result =
        sameAsInMemory((runtime, script) -> script.start(runtime, graph, StateUpdate.empty()));

    assertThat(result.state().get(LOG)).containsExactly("a", "after 1", "b");
  }

  @Test
  void shouldEndTheBranchWhenNothingMatches() {
    Graph graph =
        Graph.builder("unmatched")
            .channels(VALUE, LOG)
            .node("branch", Graphs.log("branch"))
            .node("tools", Graphs.log("tools"))
            .edge(START, "branch")
            .firstMatch("branch", Match.when("value", "tool", "tools"))
            .build();

    RunResult result =
        sameAsInMemory(
            (runtime, script) -> script.start(runtime, graph, StateUpdate.of(VALUE, "other")));

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.state().get(LOG)).containsExactly("branch");
  }

  @Test
  void shouldFollowEveryRouterOfANodeAndRunASharedTargetOnce() {
    Graph graph =
        graph("routers")
            .node("a", Graphs.log("a"))
            .node("b", Graphs.log("b"))
            .node("c", Graphs.log("c"))
            .edge(START, "a")
            .routes("a", context -> List.of(Route.to("c"), Route.to("b"), Route.to("c")), "b", "c")
            .route("a", state -> "b", "b")
            .routes("b", context -> List.of(), "c")
            .build();

    RunResult result =
        sameAsInMemory((runtime, script) -> script.start(runtime, graph, StateUpdate.empty()));

    assertThat(result.state().get(LOG)).containsExactly("a", "b", "c");
  }

  @Test
  void shouldShowARouterTheBarrierAndTheWritesOfItsOwnNodeOnly() {
    GraphBuilder builder = graph("views").node("z", Graphs.log("z"));
    for (String node : List.of("a", "b")) {
      builder
          .node(node, Graphs.log(node))
          .edge(START, node)
          .route(node, state -> state.get(LOG).equals(List.of("in", node)) ? "z" : END, "z", END);
    }

    RunResult result =
        sameAsInMemory(
            (runtime, script) -> script.start(runtime, builder.build(), StateUpdate.of(LOG, "in")));

    assertThat(result.state().get(LOG)).containsExactly("in", "a", "b", "z");
  }

  @Test
  void shouldParkTheNodeWhenItsRouterThrowsAndAskItAgainOnRetry() {
    AtomicInteger asked = new AtomicInteger();
    Graph graph =
        graph("throwing")
            .node("a", Graphs.log("a"), NodePolicy.builder().attempts(1).build())
            .node("b", Graphs.log("b"))
            .edge(START, "a")
            .route(
                "a",
                state -> {
                  if (asked.incrementAndGet() == 1) {
                    throw new IllegalStateException("no way");
                  }
                  return "b";
                },
                "b")
            .build();

    RunResult parked = start(graph, StateUpdate.empty());
    RunResult result = answer(Answer.retry());

    assertThat(parked.status()).isEqualTo(RunStatus.PARKED);
    assertThat(parked.snapshot().next()).containsExactly("a");
    assertThat(result.state().get(LOG)).containsExactly("a", "b");
  }

  private static GraphBuilder graph(String name) {
    return Graph.builder(name).channels(LOG, SUBJECT);
  }
}

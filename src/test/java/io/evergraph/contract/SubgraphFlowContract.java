package io.evergraph.contract;

import static io.evergraph.contract.Graphs.LOG;
import static io.evergraph.contract.Graphs.VALUE;
import static io.evergraph.contract.Graphs.log;
import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.error.StepLimitException;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Breakpoints;
import io.evergraph.graph.Command;
import io.evergraph.graph.Flow.GotoRule;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.Question;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.state.StateUpdate;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Graphs inside graphs: their supersteps, gotos, deferred nodes and breakpoints. */
class SubgraphFlowContract extends RuntimeContract {

  private static NodeAction asks() {
    return context ->
        Command.update(
            LOG, "" + context.interrupt(Question.of(context.state().find(VALUE).orElse("?"))));
  }

  private static Graph asking() {
    return Graph.builder("asking")
        .channels(VALUE, LOG)
        .node("x", log("x"))
        .node("q", asks())
        .edge(START, "x")
        .edge("x", "q")
        .build();
  }

  @Test
  void shouldCountItsOwnSuperstepsAgainstTheLimitOfTheRun() {
    NodeAction counts =
        context -> Command.update(LOG, context.step() + "/" + context.remainingSteps());
    Graph child =
        Graph.builder("three")
            .channels(LOG)
            .node("1", counts)
            .node("2", counts)
            .node("3", counts)
            .edge(START, "1")
            .edge("1", "2")
            .edge("2", "3")
            .build();
    Graph graph =
        Graph.builder("around")
            .channels(LOG)
            .node("before", counts)
            .subgraph("child", child)
            .edge(START, "before")
            .edge("before", "child")
            .build();

    RunResult result =
        sameAsInMemory(
            (runtime, script) -> {
              RunResult stopped =
                  script.start(
                      runtime, graph, StateUpdate.empty(), RunOptions.builder().maxSteps(2));
              assertThat(stopped.error()).get().isInstanceOf(StepLimitException.class);
              return script.proceed(runtime, 3);
            });

    assertThat(result.state().get(LOG)).containsExactly("1/1", "1/1", "2/0", "3/2");
  }

  @Test
  void shouldFollowTheGotoInsideWhereverTheSubgraphStands() {
    Graph child =
        Graph.builder("jumping")
            .channels(LOG)
            .node("a", context -> Command.update(LOG, "a").thenGoTo("c"))
            .node("b", log("b"))
            .node("c", log("c"))
            .ends("a", "c")
            .edge(START, "a")
            .edge("a", "b")
            .build();
    Graph graph =
        Graph.builder("ends")
            .channels(LOG)
            .subgraph("late", child)
            .subgraph("first", child)
            .node("mid", log("mid"))
            .edge(START, "first")
            .edge("first", "mid")
            .edge("mid", "late")
            .edge("late", END)
            .build();

    RunResult result =
        sameAsInMemory((runtime, script) -> script.start(runtime, graph, StateUpdate.empty()));

    assertThat(result.state().get(LOG)).containsExactly("a", "c", "mid", "a", "c");
  }

  @Test
  void shouldRunLastWhenASubgraphIsDeferred() {
    Graph child = Graph.builder("late").channels(LOG).node("x", log("x")).edge(START, "x").build();
    Graph graph =
        Graph.builder("deferring")
            .channels(LOG)
            .node("a", log("a"))
            .node("b", log("b"))
            .subgraph("late", child)
            .defer("late")
            .edge(START, "a")
            .edge(START, "late")
            .edge("a", "b")
            .build();

    RunResult result =
        sameAsInMemory((runtime, script) -> script.start(runtime, graph, StateUpdate.empty()));

    assertThat(result.state().get(LOG)).containsExactly("a", "b", "x");
  }

  @Test
  void shouldStopAtABreakpointInsideAndGoOnThere() {
    Graph graph =
        Graph.builder("broken")
            .channels(VALUE, LOG)
            .subgraph("child", asking())
            .node("end", log("end"))
            .edge(START, "child")
            .edge("child", "end")
            .build();

    RunResult result =
        sameAsInMemory(
            (runtime, script) -> {
              RunResult paused =
                  script.start(
                      runtime,
                      graph,
                      StateUpdate.empty(),
                      RunOptions.builder().breakpoints(Breakpoints.before("child/q")));
              assertThat(paused.snapshot().subgraphs().get(0).next()).containsExactly("q");
              RunResult asked = script.proceed(runtime, 10);
              assertThat(asked.status()).isEqualTo(RunStatus.WAITING);
              return script.answer(runtime, Answer.single("yes"));
            });

    assertThat(result.state().get(LOG)).containsExactly("x", "yes", "end");
  }

  @Test
  void shouldGoOnInTheParentWhereANodeOfTheSubgraphCommandsSo() {
    Graph graph = left("leave", GotoRule.REPLACE).build();

    RunResult result =
        sameAsInMemory(
            (runtime, script) -> script.start(runtime, graph, StateUpdate.of(LOG, "in")));

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.state().get(LOG)).containsExactly("in", "s0", "side", "up", "there");
  }

  @Test
  void shouldFollowTheEdgesOfTheSubgraphBesideItsCommandWhereTheParentSaysSo() {
    Graph graph = left("leave-beside", GotoRule.ADDITIVE).build();

    RunResult result =
        sameAsInMemory(
            (runtime, script) -> script.start(runtime, graph, StateUpdate.of(LOG, "in")));

    assertThat(result.state().get(LOG)).containsExactly("in", "s0", "side", "up", "after", "there");
  }

  @Test
  void shouldFollowTheEdgesWhenACommandToTheParentOnlyWrites() {
    Graph child =
        Graph.builder("telling")
            .channels(LOG)
            .node("tell", context -> Command.update(LOG, "up").toParent())
            .node("never", log("never"))
            .edge(START, "tell")
            .edge("tell", "never")
            .build();
    Graph graph =
        Graph.builder("told")
            .channels(LOG)
            .subgraph("sub", child)
            .node("after", log("after"))
            .edge(START, "sub")
            .route("sub", state -> "after", "after")
            .build();

    RunResult result = start(graph, StateUpdate.empty());

    assertThat(result.state().get(LOG)).containsExactly("up", "after");
  }

  @Test
  void shouldRefuseACommandToAParentThatIsNotThere() {
    Graph graph =
        Graph.builder("orphan")
            .channels(LOG)
            .node("a", context -> Command.update(LOG, "up").toParent())
            .edge(START, "a")
            .build();

    RunResult result = start(graph, StateUpdate.empty());

    assertThat(result.status()).isEqualTo(RunStatus.PARKED);
    assertThat(result.error().orElseThrow()).hasMessageContaining("to the parent");
  }

  @Test
  void shouldRefuseATargetThatTheSubgraphDoesNotDeclareInTheParent() {
    Graph child =
        Graph.builder("lost")
            .channels(LOG)
            .node("a", context -> Command.goTo("nowhere").toParent())
            .edge(START, "a")
            .build();
    Graph graph =
        Graph.builder("strict")
            .channels(LOG)
            .subgraph("sub", child)
            .node("end", log("end"))
            .edge(START, "sub")
            .edge("sub", "end")
            .ends("sub", "end")
            .build();

    RunResult result = start(graph, StateUpdate.empty());

    assertThat(result.status()).isEqualTo(RunStatus.PARKED);
    assertThat(result.error().orElseThrow()).hasMessageContaining("nowhere");
  }

  private static GraphBuilder left(String name, GotoRule rule) {
    Graph child =
        Graph.builder(name + "-child")
            .channels(LOG)
            .node("s0", log("s0"))
            .node("go", context -> Command.update(LOG, "up").thenGoTo("exit").toParent())
            .node("side", log("side"))
            .node("never", log("never"))
            .edge(START, "s0")
            .edge("s0", "go")
            .edge("s0", "side")
            .edge("side", "never")
            .build();
    return Graph.builder(name)
        .routing(rule)
        .channels(LOG)
        .subgraph("sub", child)
        .ends("sub", Map.of("exit", "there"))
        .node("after", log("after"))
        .node("there", log("there"))
        .edge(START, "sub")
        .edge("sub", "after");
  }
}

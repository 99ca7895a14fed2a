package io.evergraph.contract;

import static io.evergraph.contract.Graphs.LOG;
import static io.evergraph.contract.Graphs.VALUE;
import static io.evergraph.contract.Graphs.log;
import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.error.StepLimitException;
import io.evergraph.graph.Breakpoints;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.Question;
import io.evergraph.pregel.Answer;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.state.StateUpdate;
import org.junit.jupiter.api.Test;

/** Graphs inside graphs: their supersteps, gotos, deferred nodes and breakpoints. */
abstract class SubgraphFlowContract extends RuntimeContract {

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
}

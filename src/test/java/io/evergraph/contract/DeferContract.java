package io.evergraph.contract;

import static io.evergraph.contract.Graphs.LOG;
import static io.evergraph.contract.Graphs.SUBJECT;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.Question;
import io.evergraph.graph.Route;
import io.evergraph.runtime.RunResult;
import io.evergraph.state.StateUpdate;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Nodes that wait until nothing else of their graph can run. */
class DeferContract extends RuntimeContract {

  @Test
  void shouldRunDeferredNodesAndSendsToThemLast() {
    Graph graph =
        graph("deferred")
            .node("a", Graphs.log("a"))
            .node("b", Graphs.log("b"))
            .node("c", Graphs.log("c"))
            .node(
                "late",
                context ->
                    Command.update(LOG, "late " + context.state().find(SUBJECT).orElse("all")))
            .defer("late")
            .edge(START, "a")
            .routes(
                "a",
                context ->
                    List.of(
                        Route.send("late", StateUpdate.of(SUBJECT, "sent")),
                        Route.to("late"),
                        Route.to("b")),
                "late",
                "b")
            .edge("b", "c")
            .build();

    RunResult result =
        sameAsInMemory((runtime, script) -> script.start(runtime, graph, StateUpdate.empty()));

    assertThat(result.state().get(LOG)).containsExactly("a", "b", "c", "late all", "late sent");
  }

  @Test
  void shouldRunADeferredNodeOnceWhenBranchesOfUnequalLengthHaveEnded() {
    Graph graph =
        chain("unequal", "a", "b", "b2")
            .node("late", Graphs.log("late"))
            .defer("late")
            .edge("a", "late")
            .edge("b", "late")
            .build();

    RunResult result =
        sameAsInMemory((runtime, script) -> script.start(runtime, graph, StateUpdate.empty()));

    assertThat(result.state().get(LOG)).containsExactly("a", "b", "b2", "late");
  }

  @Test
  void shouldRunDeferredNodesTogetherAndThenWhatFollowsThem() {
    Graph graph =
        chain("together", "a", "b")
            .node("d1", Graphs.log("d1"))
            .node("d2", Graphs.log("d2"))
            .node("end", context -> Command.update(LOG, "end in step " + context.step()))
            .defer("d1", "d2")
            .edge("a", "d1")
            .edge("a", "d2")
            .edge("d1", "end")
            .build();

    RunResult result =
        sameAsInMemory((runtime, script) -> script.start(runtime, graph, StateUpdate.empty()));

    assertThat(result.state().get(LOG)).containsExactly("a", "b", "d1", "d2", "end in step 4");
  }

  @Test
  void shouldRunADeferredNodeAgainWhenAnotherOneLeadsToIt() {
    Graph graph =
        chain("again", "a", "b")
            .node("d1", Graphs.log("d1"))
            .node("d2", Graphs.log("d2"))
            .defer("d1", "d2")
            .edge("a", "d1")
            .edge("b", "d2")
            .edge("d1", "d2")
            .build();

    RunResult result =
        sameAsInMemory((runtime, script) -> script.start(runtime, graph, StateUpdate.empty()));

    assertThat(result.state().get(LOG)).containsExactly("a", "b", "d1", "d2", "d2");
  }

  @Test
  void shouldKeepADeferredNodeBackWhileAQuestionIsOpen() {
    Graph graph =
        graph("open")
            .node("a", Graphs.log("a"))
            .node("ask", context -> Command.update(LOG, "" + context.interrupt(Question.of("?"))))
            .node("late", Graphs.log("late"))
            .defer("late")
            .edge(START, "a")
            .edge(START, "ask")
            .edge("a", "late")
            .build();

    RunResult result =
        sameAsInMemory(
            (runtime, script) -> {
              RunResult asked = script.start(runtime, graph, StateUpdate.empty());
              assertThat(asked.snapshot().next()).containsExactly("ask");
              return script.answer(runtime, Answer.single("told"));
            });

    assertThat(result.state().get(LOG)).containsExactly("a", "told", "late");
  }

  @Test
  void shouldWaitForItsOwnGraphOnlyWhenItIsDeferredInASubgraph() {
    Graph inner =
        chain("inner", "i1", "i2")
            .node("late", Graphs.log("inner late"))
            .defer("late")
            .edge("i1", "late")
            .build();
    Graph graph =
        graph("around")
            .subgraph("sub", inner)
            .node("after", Graphs.log("after"))
            .edge(START, "sub")
            .edge("sub", "after")
            .build();

    RunResult result =
        sameAsInMemory((runtime, script) -> script.start(runtime, graph, StateUpdate.empty()));

    assertThat(result.state().get(LOG)).containsExactly("i1", "i2", "inner late", "after");
  }

  private static GraphBuilder chain(String name, String... nodes) {
    GraphBuilder builder = graph(name);
    String last = START;
    for (String node : nodes) {
      builder.node(node, Graphs.log(node)).edge(last, node);
      last = node;
    }
    return builder;
  }

  private static GraphBuilder graph(String name) {
    return Graph.builder(name).channels(LOG, SUBJECT);
  }
}

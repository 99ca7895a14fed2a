package io.evergraph.pregel;

import static io.evergraph.graph.Graph.START;
import static io.evergraph.pregel.EngineAssert.assertThatThread;
import static io.evergraph.pregel.Steps.COUNT;
import static io.evergraph.pregel.Steps.LOG;
import static io.evergraph.pregel.Steps.NOTHING;
import static io.evergraph.pregel.Steps.counts;
import static io.evergraph.pregel.Steps.graph;
import static io.evergraph.pregel.Steps.logs;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.Route;
import io.evergraph.state.StateUpdate;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Nodes that run only when nothing else is left to run. */
final class DeferTest {

  @Test
  void shouldRunOnceWhenTheLongestBranchHasCome() {
    Graph graph =
        nodes("a", "b", "b2", "b3", "d")
            .defer("d")
            .edge(START, "a")
            .edge("a", "b")
            .edge("a", "d")
            .edge("b", "b2")
            .edge("b", "d")
            .edge("b2", "b3")
            .build();

    EngineDriver thread = EngineDriver.of(graph).begin(NOTHING).finish("a").restarted().run();

    assertThatThread(thread).isFinished().hasRun("b", "b2", "b3", "d");
  }

  @Test
  void shouldRunAllDeferredNodesTogetherAndWhatFollowsAfterwards() {
    Graph graph =
        nodes("a", "d1", "d2", "e")
            .defer("d1", "d2")
            .edge(START, "a")
            .edge("a", "d1")
            .edge("a", "d2")
            .edge("d1", "e")
            .build();

    EngineDriver thread = EngineDriver.of(graph).input(NOTHING);

    assertThatThread(thread).isFinished().hasRun("a", "d1", "d2", "e");
  }

  @Test
  void shouldRunAgainWhenADeferredNodeLeadsToAnother() {
    Graph graph =
        nodes("a", "x", "y", "d1", "d2")
            .defer("d1", "d2")
            .edge(START, "a")
            .edge("a", "d1")
            .edge("a", "x")
            .edge("x", "y")
            .edge("y", "d2")
            .edge("d1", "d2")
            .build();

    EngineDriver thread = EngineDriver.of(graph).input(NOTHING);

    assertThatThread(thread).isFinished().hasRun("a", "x", "y", "d1", "d2", "d2");
  }

  @Test
  void shouldHoldSendsBackTooEachWithItsInput() {
    Graph graph =
        graph()
            .node("a", logs())
            .node("x", logs())
            .node("d", context -> Command.update(LOG, "d" + context.state().find(COUNT).orElse(0)))
            .defer("d")
            .edge(START, "a")
            .routes(
                "a",
                context ->
                    List.of(
                        Route.send("d", StateUpdate.of(COUNT, 1)),
                        Route.send("d", StateUpdate.of(COUNT, 2)),
                        Route.to("x")),
                "d",
                "x")
            .edge("x", "d")
            .build();

    EngineDriver thread = EngineDriver.of(graph).input(NOTHING);

    assertThat(thread.state().get(LOG)).containsExactly("a", "x", "d0", "d1", "d2");
  }

  @Test
  void shouldWaitInEveryRoundOfALoop() {
    Graph graph =
        nodes("a", "slow")
            .node("tally", counts())
            .defer("tally")
            .edge(START, "a")
            .edge("a", "tally")
            .edge("a", "slow")
            .route("tally", state -> state.get(COUNT) < 2 ? "a" : Graph.END, "a", Graph.END)
            .build();

    EngineDriver thread = EngineDriver.of(graph).input(NOTHING);

    assertThatThread(thread).isFinished().hasRun("a", "slow", "tally", "a", "slow", "tally");
  }

  @Test
  void shouldDeferSubgraphsAndTheNodesInThem() {
    Graph inner =
        nodes("p", "q", "late")
            .defer("late")
            .edge(START, "p")
            .edge("p", "late")
            .edge("p", "q")
            .build();
    Graph graph =
        nodes("a", "b")
            .subgraph("inner", inner)
            .defer("inner")
            .edge(START, "a")
            .edge("a", "b")
            .edge("a", "inner")
            .build();

    EngineDriver thread = EngineDriver.of(graph).input(NOTHING);

    assertThatThread(thread).isFinished().hasRun("a", "b", "p", "q", "late");
  }

  @Test
  void shouldForgetWhatWasDeferredWhenANewInputComes() {
    Graph graph =
        nodes("a", "b", "d").defer("d").edge(START, "a").edge("a", "d").edge("a", "b").build();
    EngineDriver thread = EngineDriver.of(graph).begin(NOTHING).finish("a");

    thread.input(NOTHING);

    assertThat(thread.state().get(LOG)).containsExactly("a", "a", "b", "d");
  }

  private static GraphBuilder nodes(String... names) {
    GraphBuilder builder = graph();
    List.of(names).forEach(name -> builder.node(name, logs()));
    return builder;
  }
}

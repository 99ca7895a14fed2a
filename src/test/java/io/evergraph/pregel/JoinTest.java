package io.evergraph.pregel;

import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;
import static io.evergraph.pregel.EngineAssert.assertThatThread;
import static io.evergraph.pregel.Steps.COUNT;
import static io.evergraph.pregel.Steps.NOTHING;
import static io.evergraph.pregel.Steps.counts;
import static io.evergraph.pregel.Steps.graph;
import static io.evergraph.pregel.Steps.logs;

import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.NodeContext;
import io.evergraph.graph.Route;
import io.evergraph.state.StateUpdate;
import java.util.List;
import org.junit.jupiter.api.Test;

class JoinTest {

  @Test
  void shouldFireOnceWhenItsSourcesArriveInDifferentSteps() {
    Graph graph =
        lanes()
            .edge(START, "short")
            .edge(START, "long1")
            .edge("long1", "long2")
            .join(List.of("short", "long2"), "end")
            .build();

    EngineDriver thread = EngineDriver.of(graph).input(NOTHING);

    assertThatThread(thread).isFinished().hasRun("long1", "short", "long2", "end");
  }

  @Test
  void shouldRememberPartialArrivalsWhenTheProcessRestarts() {
    Graph graph =
        lanes()
            .edge(START, "short")
            .edge(START, "long1")
            .edge("long1", "long2")
            .join(List.of("long2", "short"), "end")
            .build();
    EngineDriver before = EngineDriver.of(graph).begin(NOTHING).finish("short").finish("long1");

    EngineDriver after = before.restarted().run();

    assertThatThread(after).isFinished().hasRun("long2", "end");
  }

  @Test
  void shouldCountOnceWhenASourceRunsTwiceBeforeTheOther() {
    Graph graph =
        lanes()
            .edge(START, "short")
            .edge(START, "long1")
            .edge("short", "again")
            .edge("again", "short")
            .node("again", logs())
            .node("long3", logs())
            .edge("long1", "long2")
            .edge("long2", "long3")
            .join(List.of("short", "long3"), "end")
            .maxSteps(4)
            .build();

    EngineDriver thread = EngineDriver.of(graph).input(NOTHING);

    assertThatThread(thread)
        .isOutOfSteps(4, "short")
        .hasRun("long1", "short", "again", "long2", "long3", "short", "again", "end");
  }

  @Test
  void shouldArmAgainWhenItHasFired() {
    Graph graph =
        graph()
            .node("a", logs())
            .node("b", logs())
            .node("tally", counts())
            .edge(START, "a")
            .edge(START, "b")
            .join(List.of("a", "b"), "tally")
            .routes("tally", JoinTest::bothUntilThree, "a", "b")
            .build();

    EngineDriver thread = EngineDriver.of(graph).input(NOTHING);

    assertThatThread(thread)
        .isFinished()
        .holds(COUNT, 3)
        .hasRun("a", "b", "tally", "a", "b", "tally", "a", "b", "tally");
  }

  private static List<Route> bothUntilThree(NodeContext context) {
    return context.state().get(COUNT) < 3 ? List.of(Route.to("a"), Route.to("b")) : List.of();
  }

  @Test
  void shouldFireOncePerRoundWhenTheSameJoinIsDeclaredTwice() {
    Graph graph =
        graph()
            .node("a", logs())
            .node("b", logs())
            .node("slow", logs())
            .node("tally", counts())
            .edge(START, "a")
            .edge(START, "slow")
            .edge("slow", "b")
            .join(List.of("a", "b"), "tally")
            .join(List.of("b", "a"), "tally")
            .routes(
                "tally",
                context ->
                    context.state().get(COUNT) < 3
                        ? List.of(Route.to("a"), Route.to("slow"))
                        : List.of(),
                "a",
                "slow")
            .build();

    EngineDriver thread = EngineDriver.of(graph).input(NOTHING);

    assertThatThread(thread)
        .isFinished()
        .hasRun("a", "slow", "b", "tally", "a", "slow", "b", "tally", "a", "slow", "b", "tally");
  }

  @Test
  void shouldCountANodeAsArrivedWhenItGoesElsewhere() {
    Graph graph =
        lanes()
            .node("jumper", context -> Command.goTo("long1"))
            .ends("jumper", "long1")
            .edge(START, "jumper")
            .edge(START, "short")
            .edge("long1", "long2")
            .edge("long2", END)
            .join(List.of("jumper", "short"), "end")
            .build();

    EngineDriver thread = EngineDriver.of(graph).input(NOTHING);

    assertThatThread(thread).isFinished().hasRun("jumper", "short", "end", "long1", "long2");
  }

  @Test
  void shouldForgetPartialArrivalsWhenANewInputComes() {
    Graph graph =
        lanes()
            .edge(START, "long1")
            .route(
                "long1", state -> state.find(COUNT).isEmpty() ? "short" : "long2", "short", "long2")
            .join(List.of("short", "long2"), "end")
            .build();
    EngineDriver thread = EngineDriver.of(graph).input(NOTHING);
    assertThatThread(thread).isFinished().hasRun("long1", "short");

    thread.input(StateUpdate.of(COUNT, 1));

    assertThatThread(thread).isFinished().hasRun("long1", "short", "long1", "long2");
  }

  @Test
  void shouldWaitForAllSendsOfAStepWhenASourceIsSentManyTimes() {
    Graph graph =
        lanes()
            .openRoutes()
            .routes(
                START,
                context ->
                    List.of(
                        Route.send("short", NOTHING),
                        Route.send("short", NOTHING),
                        Route.to("long1")))
            .edge("long1", "long2")
            .join(List.of("short", "long2"), "end")
            .build();

    EngineDriver thread = EngineDriver.of(graph).completing(Completion.BACKWARDS).input(NOTHING);

    assertThatThread(thread).isFinished().hasRun(START, "short", "short", "long1", "long2", "end");
  }

  private static GraphBuilder lanes() {
    return graph()
        .node("short", logs())
        .node("long1", logs())
        .node("long2", logs())
        .node("end", logs());
  }
}

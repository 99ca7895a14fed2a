package io.evergraph.pregel;

import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;
import static io.evergraph.pregel.EngineAssert.assertThatThread;
import static io.evergraph.pregel.Steps.CHOICE;
import static io.evergraph.pregel.Steps.LOG;
import static io.evergraph.pregel.Steps.NOTHING;
import static io.evergraph.pregel.Steps.graph;
import static io.evergraph.pregel.Steps.logs;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.error.UnknownTargetException;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.Match;
import io.evergraph.graph.Route;
import io.evergraph.state.StateUpdate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RoutingTest {

  @Nested
  class ConditionalEdges {
    @Test
    void shouldGoWhereTheRouterSaysWhenItSeesTheNodesOwnWrites() {
      Graph graph =
          abc()
              .node("first", context -> Command.update(CHOICE, "b"))
              .edge(START, "first")
              .route("first", state -> state.get(CHOICE), "a", "b", "c")
              .build();

      assertThatThread(EngineDriver.of(graph).input(NOTHING)).isFinished().hasRun("first", "b");
    }

    @Test
    void shouldGoToSeveralWhenTheRouterNamesSeveral() {
      Graph graph =
          abc()
              .routes(START, context -> List.of(Route.to("c"), Route.to("a")), "a", "b", "c")
              .build();

      assertThatThread(EngineDriver.of(graph).input(NOTHING)).hasRun(START, "a", "c");
    }

    @ParameterizedTest
    @CsvSource({"yes,a", "no,b"})
    void shouldGoByLabelWhenPathsAreGiven(String label, String node) {
      Graph graph =
          abc()
              .route(START, state -> state.get(CHOICE), Map.of("yes", "a", "no", "b", "c", "c"))
              .build();

      EngineDriver thread = EngineDriver.of(graph).input(StateUpdate.of(CHOICE, label));

      assertThatThread(thread).isFinished().hasRun(START, node);
    }

    @Test
    void shouldEndWhenTheRouterSaysEndOrNothing() {
      Graph graph =
          abc()
              .edge(START, "a")
              .route("a", state -> END, "b", END)
              .routes("a", context -> List.of(), "c")
              .build();

      assertThatThread(EngineDriver.of(graph).input(NOTHING)).isFinished().hasRun("a");
    }

    @Test
    void shouldTakeAllOfThemWhenANodeHasStaticAndSeveralConditionalEdges() {
      Graph graph =
          abc()
              .node("first", logs())
              .edge(START, "first")
              .edge("first", "c")
              .route("first", state -> "b", "b")
              .route("first", state -> "a", "a")
              .build();

      assertThatThread(EngineDriver.of(graph).input(NOTHING)).hasRun("first", "a", "b", "c");
    }

    @Test
    void shouldParkWhenARouterNamesNoNode() {
      Graph graph = abc().openRoutes().route(START, state -> "nowhere").build();

      EngineDriver thread = EngineDriver.of(graph).input(NOTHING);

      assertThatThread(thread).isParkedOn(UnknownTargetException.class, START);
    }

    @Test
    void shouldParkWhenARouterThrows() {
      Graph graph = abc().edge(START, "a").route("a", state -> state.get(CHOICE), "b", "c").build();

      EngineDriver thread = EngineDriver.of(graph).input(NOTHING);

      assertThatThread(thread).isParkedAt("a").holds(LOG, List.of());
    }
  }

  @Nested
  class FirstMatchEdges {
    @ParameterizedTest
    @CsvSource({"yes,a", "YES,a", "no,b", "other,c"})
    void shouldTakeTheFirstMatchWhenSeveralWouldFit(String choice, String node) {
      Graph graph =
          abc()
              .firstMatch(
                  START,
                  Match.when("choice", "Yes", "a"),
                  Match.when("choice", "no", "b"),
                  Match.when("choice", "yes", "b"),
                  Match.otherwise("c"))
              .build();

      EngineDriver thread = EngineDriver.of(graph).input(StateUpdate.of(CHOICE, choice));

      assertThatThread(thread).isFinished().hasRun(node);
    }

    @Test
    void shouldEndTheBranchWhenNothingMatches() {
      Graph graph = abc().edge(START, "a").firstMatch("a", whenYes("b"), whenYes("c")).build();

      assertThatThread(EngineDriver.of(graph).input(NOTHING)).isFinished().hasRun("a");
    }

    @Test
    void shouldLookAtTheStateAfterTheBarrierWhenSiblingsWrite() {
      Graph graph =
          abc()
              .node("writer", context -> Command.update(CHOICE, "yes"))
              .edge(START, "writer")
              .edge(START, "a")
              .firstMatch("a", whenYes("b"), Match.otherwise("c"))
              .build();

      assertThatThread(EngineDriver.of(graph).input(NOTHING)).hasRun("a", "writer", "b");
    }

    private static Match whenYes(String target) {
      return Match.when("choice", "yes", target);
    }
  }

  @Nested
  class Goto {
    @Test
    void shouldReplaceStaticConditionalAndFirstMatchEdgesWhenANodeGoesElsewhere() {
      Graph graph =
          abc()
              .node("first", context -> Command.update(LOG, "first").thenGoTo("c"))
              .ends("first", "c")
              .edge(START, "first")
              .edge("first", "a")
              .route("first", state -> "b", "b")
              .firstMatch("first", Match.otherwise("b"))
              .build();

      assertThatThread(EngineDriver.of(graph).input(NOTHING)).isFinished().hasRun("first", "c");
    }

    @Test
    void shouldGoByLabelWhenEndsAreNamed() {
      Graph graph =
          abc()
              .node("first", context -> Command.goTo("good"))
              .ends("first", Map.of("good", "a", "bad", "b", "ugly", "c"))
              .edge(START, "first")
              .build();

      assertThatThread(EngineDriver.of(graph).input(NOTHING)).hasRun("first", "a");
    }

    @Test
    void shouldEndTheBranchWhenItGoesToEndOrNowhere() {
      Graph graph =
          abc()
              .node("x", context -> Command.goTo(END))
              .node("y", context -> Command.goTo())
              .edge(START, "x")
              .edge(START, "y")
              .edge("x", "a")
              .edge("y", "b")
              .edge("y", "c")
              .build();

      assertThatThread(EngineDriver.of(graph).input(NOTHING)).isFinished().hasRun("x", "y");
    }

    @Test
    void shouldGoTheSameWayEachTimeWhenACommandIsReused() {
      Command constant = Command.goTo("a");
      Graph graph =
          abc()
              .node("x", context -> constant)
              .node("y", context -> constant)
              .ends("x", "a", "b", "c")
              .edge(START, "x")
              .edge(START, "y")
              .build();

      EngineDriver thread = EngineDriver.of(graph).input(NOTHING).input(NOTHING);

      assertThatThread(thread).isFinished().hasRun("x", "y", "a", "x", "y", "a");
      assertThat(constant).isEqualTo(Command.goTo("a"));
    }
  }

  private static GraphBuilder abc() {
    return graph().node("a", logs()).node("b", logs()).node("c", logs());
  }
}

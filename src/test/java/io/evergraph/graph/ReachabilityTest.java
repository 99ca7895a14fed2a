package io.evergraph.graph;

import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;
import static io.evergraph.graph.GraphValidationTest.problemsOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.graph.Flow.RouteScope;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What can be reached from the start, and which mistake is named where something cannot. */
class ReachabilityTest {
  private static final NodeAction NOTHING = context -> Command.none();

  @Test
  void shouldReachWhatOneSourceOfARaceLeadsTo() {
    GraphBuilder builder =
        Graph.builder("g")
            .node("a", NOTHING)
            .node("b", NOTHING)
            .node("end", NOTHING)
            .edge(START, "a")
            .edge("end", "b")
            .join(List.of("a", "b"), "end", JoinRule.any());

    assertThat(builder.build().name()).isEqualTo("g");
  }

  @Test
  void shouldAcceptANodeWhenOnlyAnEndARouteOrAMatchLeadsToIt() {
    Graph graph =
        Graph.builder("g")
            .node("a", NOTHING)
            .node("byGoto", NOTHING)
            .node("byRoute", NOTHING)
            .node("byMatch", NOTHING)
            .node("byJoin", NOTHING)
            .ends("a", "byGoto")
            .edge(START, "a")
            .route("a", state -> "label", Map.of("label", "byRoute"))
            .firstMatch("byRoute", Match.otherwise("byMatch"))
            .join(List.of("byGoto", "byMatch"), "byJoin")
            .edge("byJoin", END)
            .build();

    assertThat(graph.spec().nodes()).hasSize(5);
  }

  @Test
  void shouldReportTheNodeThatAJoinWaitsForInVain() {
    List<String> problems =
        problemsOf(
            Graph.builder("g")
                .node("a", NOTHING)
                .node("b", NOTHING)
                .node("c", NOTHING)
                .edge(START, "a")
                .join(List.of("a", "b"), "c")
                .edge("c", "b"));

    assertThat(problems)
        .containsExactly(
            "node 'b' can never be reached from START; add an edge, route or end to it");
  }

  @Test
  void shouldReportTheRootOfWhatIsOutOfReachAndNothingThatFollowsFromIt() {
    GraphBuilder builder =
        Graph.builder("g")
            .node("c", NOTHING)
            .node("b", NOTHING)
            .node("a", NOTHING)
            .node("alone", NOTHING)
            .edge(START, "a")
            .edge("b", "c")
            .edge("alone", "alone");

    assertThat(problemsOf(builder))
        .containsExactly(
            "node 'b' can never be reached from START; add an edge, route or end to it",
            "node 'alone' can never be reached from START; add an edge, route or end to it");
  }

  @Test
  void shouldReportAWrongNameAndNotWhatCannotBeReachedForIt() {
    assertThat(
            problemsOf(
                Graph.builder("g")
                    .node("assess", NOTHING)
                    .node("pay", NOTHING)
                    .edge(START, "assess")
                    .edge("assess", "pai")))
        .containsExactly(
            "an edge from [assess] leads to 'pai', which is no node; nodes are [assess, pay]");
    assertThat(
            problemsOf(
                Graph.builder("g")
                    .node("assess", NOTHING)
                    .node("pay", NOTHING)
                    .edge(START, "assess")
                    .route("assess", state -> "pay")))
        .containsExactly(
            "the route from 'assess' declares no target; list them, or allow all with"
                + " openRoutes()");
  }

  @Test
  void shouldAcceptUnreachedNodesWhenRoutesAreOpen() {
    Graph graph =
        Graph.builder("g")
            .openRoutes()
            .node("a", NOTHING)
            .node("anywhere", NOTHING)
            .edge(START, "a")
            .routes("a", context -> List.of())
            .build();

    assertThat(graph.spec().flow().routes()).isEqualTo(RouteScope.OPEN);
  }
}

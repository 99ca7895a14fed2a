package io.evergraph.graph;

import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.evergraph.error.InvalidGraphException;
import java.util.List;
import org.junit.jupiter.api.Test;

class BreakpointsTest {
  private static final NodeAction ACTION = context -> Command.none();

  @Test
  void shouldStopOnlyAtTheNamedSideOfANode() {
    Breakpoints before = Breakpoints.before("a");
    Breakpoints after = Breakpoints.after("a");

    assertThat(before.stopsBefore("a")).isTrue();
    assertThat(before.stopsBefore("b")).isFalse();
    assertThat(before.stopsAfter("a")).isFalse();
    assertThat(after.stopsAfter("a")).isTrue();
    assertThat(after.stopsAfter("b")).isFalse();
    assertThat(after.stopsBefore("a")).isFalse();
  }

  @Test
  void shouldStopAtEveryNodeWhenAllAreMeant() {
    assertThat(Breakpoints.before(Breakpoints.ALL).stopsBefore("any")).isTrue();
    assertThat(Breakpoints.after(Breakpoints.ALL).stopsAfter("any")).isTrue();
  }

  @Test
  void shouldNameEachNodeOnceInOrder() {
    Breakpoints both = Breakpoints.before("b", "a", "b").and(Breakpoints.before("c", "a"));

    assertThat(both.before()).containsExactly("a", "b", "c");
    assertThat(both.and(Breakpoints.after("z")).after()).containsExactly("z");
    assertThat(new Breakpoints(null, null)).isEqualTo(Breakpoints.NONE);
  }

  @Test
  void shouldBeEmptyOnlyWhenNeitherSideNamesANode() {
    assertThat(Breakpoints.NONE.isEmpty()).isTrue();
    assertThat(Breakpoints.before("a").isEmpty()).isFalse();
    assertThat(Breakpoints.after("a").isEmpty()).isFalse();
  }

  @Test
  void shouldPassOnWhatStandsInsideASubgraph() {
    Breakpoints points =
        Breakpoints.before("child/x", "a", "childish/y").and(Breakpoints.after("child/in/z"));

    assertThat(points.inside("child"))
        .isEqualTo(Breakpoints.before("x").and(Breakpoints.after("in/z")));
    assertThat(points.inside("child").inside("in")).isEqualTo(Breakpoints.after("z"));
    assertThat(points.inside("other")).isEqualTo(Breakpoints.NONE);
    assertThat(Breakpoints.NONE.inside("child")).isSameAs(Breakpoints.NONE);
  }

  @Test
  void shouldWriteThePathOfANodeInsideSubgraphs() {
    assertThat(Breakpoints.path(List.of(), "x")).isEqualTo("x");
    assertThat(Breakpoints.path(List.of("outer", "inner"), "x")).isEqualTo("outer/inner/x");
  }

  @Test
  void shouldFindWhatNamesNoNodeAtAnyDepth() {
    GraphSpec graph = nested().spec();

    assertThat(Breakpoints.NONE.unknownTo(graph)).isEmpty();
    assertThat(
            Breakpoints.before("a", "child", "child/x", "*", "child/*", "child/in/z")
                .and(Breakpoints.after("child/in/*"))
                .unknownTo(graph))
        .isEmpty();
    assertThat(
            Breakpoints.before("gone", "child/gone", "a/x", "child/in/gone", "x", "a/*", "/a")
                .and(Breakpoints.after("gone"))
                .unknownTo(graph))
        .containsExactly("/a", "a/*", "a/x", "child/gone", "child/in/gone", "gone", "x");
  }

  @Test
  void shouldBeRefusedByTheGraphWhenTheyNameNoNode() {
    GraphBuilder builder =
        Graph.builder("g")
            .node("a", ACTION)
            .edge(START, "a")
            .breakpoints(Breakpoints.before("a"))
            .breakpoints(Breakpoints.after("gone"));

    assertThat(catchThrowableOfType(InvalidGraphException.class, builder::build).problems())
        .containsExactly("a breakpoint names 'gone', which is no node");
  }

  private static Graph nested() {
    Graph in = Graph.builder("in").node("z", ACTION).edge(START, "z").build();
    Graph child =
        Graph.builder("child")
            .node("x", ACTION)
            .subgraph("in", in)
            .edge(START, "x")
            .edge("x", "in")
            .build();
    return Graph.builder("g")
        .node("a", ACTION)
        .subgraph("child", child)
        .edge(START, "a")
        .edge("a", "child")
        .build();
  }
}

package io.evergraph.graph;

import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.evergraph.error.InvalidGraphException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which nodes may run where, and which may stand in for others. */
class PlacementTest {
  private static final NodeAction NOTHING = context -> Command.none();
  private static final NodeAction WAITS =
      new NodeAction() {
        @Override
        public Command run(NodeContext context) {
          return Command.none();
        }

        @Override
        public boolean waitsForService() {
          return true;
        }
      };

  private static GraphBuilder started(NodeAction action, NodePolicy policy) {
    return Graph.builder("placed").node("a", action, policy).edge(START, "a");
  }

  private static List<String> problemsOf(GraphBuilder graph) {
    return catchThrowableOfType(InvalidGraphException.class, graph::build).problems();
  }

  @Test
  void shouldRefuseALocalNodeThatWaitsForAService() {
    assertThat(problemsOf(started(WAITS, NodePolicy.builder().local().build())))
        .singleElement()
        .asString()
        .startsWith("node 'a' is local, but waits for a model or another service");
  }

  @Test
  void shouldTakeWhatWaitsElsewhereAndWhatDoesNotWaitLocally() {
    assertThat(started(WAITS, NodePolicy.builder().adaptive().build()).build()).isNotNull();
    assertThat(started(WAITS, NodePolicy.DEFAULT).build()).isNotNull();
    assertThat(started(NOTHING, NodePolicy.builder().local().build()).build()).isNotNull();
  }

  @Test
  void shouldRefuseAnAdaptiveNodeThatMayRunOnlyOnce() {
    assertThat(problemsOf(started(NOTHING, NodePolicy.builder().adaptive().attempts(1).build())))
        .singleElement()
        .asString()
        .startsWith("node 'a' is adaptive")
        .contains("may run only once");
    assertThat(started(NOTHING, NodePolicy.builder().adaptive().attempts(2).build()).build())
        .isNotNull();
    assertThat(started(NOTHING, NodePolicy.builder().attempts(1).build()).build()).isNotNull();
  }

  @Test
  void shouldRefuseAnErrorHandlerOfTheWholeGraphThatIsNoNode() {
    assertThat(problemsOf(started(NOTHING, NodePolicy.DEFAULT).onError("nobody")))
        .containsExactly("onError leads to 'nobody', which is no node; add it with node(...)");
  }

  @Test
  void shouldRefuseFewerTasksAtOnceThanNone() {
    assertThat(problemsOf(started(NOTHING, NodePolicy.DEFAULT).maxConcurrency(-1)))
        .containsExactly("maxConcurrency must be at least 0; found -1");
    assertThat(started(NOTHING, NodePolicy.DEFAULT).maxConcurrency(0).build()).isNotNull();
  }
}

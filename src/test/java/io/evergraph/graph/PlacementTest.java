package io.evergraph.graph;

import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.evergraph.error.InvalidGraphException;
import io.evergraph.export.GraphLoader;
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
  void shouldLookAtTheCodeOfANodeThatHasAnotherName() {
    BindingRegistry code = new BindingRegistry().action("llm", WAITS).action("quick", NOTHING);
    String text =
        """
        name: placed
        nodes:
          - {name: quick, action: llm, policy: {placement: local}}
          - {name: llm, action: quick, policy: {placement: local}}
        edges:
          - {from: __start__, to: quick}
          - {from: quick, to: llm}
        """;

    assertThat(
            catchThrowableOfType(
                    InvalidGraphException.class, () -> new GraphLoader(code).load(text, "text"))
                .problems())
        .singleElement()
        .asString()
        .startsWith("node 'quick' is local, but waits");
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

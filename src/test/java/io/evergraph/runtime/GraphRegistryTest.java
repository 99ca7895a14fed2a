package io.evergraph.runtime;

import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.error.InvalidInputException;
import io.evergraph.error.UnknownGraphException;
import io.evergraph.graph.Command;
import io.evergraph.graph.Embedding;
import io.evergraph.graph.Graph;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class GraphRegistryTest {
  private static Graph leaf(String name) {
    return Graph.builder(name).node("x", it -> Command.none()).edge(START, "x").build();
  }

  private static Graph around(String name, Graph inner, Embedding embedding) {
    return Graph.builder(name).subgraph("child", inner, embedding).edge(START, "child").build();
  }

  @Test
  void shouldFindSubgraphsThatHaveThreadsOfTheirOwnAndNotListThem() {
    Graph deep = leaf("deep");
    Graph middle = around("middle", deep, Embedding.ownThread());

    GraphRegistry graphs = GraphRegistry.of(around("outer", middle, Embedding.DEFAULT));

    assertThat(graphs.graph("deep", "1")).isSameAs(deep);
    assertThat(graphs.graph("deep")).isSameAs(deep);
    assertThat(graphs.graphs()).extracting(Graph::name).containsExactly("outer");
    assertThatThrownBy(() -> graphs.graph("middle", "1"))
        .isInstanceOf(UnknownGraphException.class)
        .hasMessageContaining("[outer]");
  }

  private static Graph leaf(String name, String node) {
    return Graph.builder(name).node(node, it -> Command.none()).edge(START, node).build();
  }

  private static void assertClash(ThrowingCallable registration) {
    assertThatThrownBy(registration)
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("two of version '1'")
        .hasMessageContaining("'leaf'");
  }

  @Test
  void shouldRefuseTwoSubgraphsOfOneNameThatHaveThreadsOfTheirOwn() {
    GraphRegistry graphs =
        GraphRegistry.of(around("first", leaf("leaf", "a"), Embedding.ownThread()));

    assertClash(() -> graphs.register(around("second", leaf("leaf", "b"), Embedding.ownThread())));
    assertClash(() -> graphs.register(leaf("leaf", "b")));
    assertClash(
        () ->
            graphs.register(
                Graph.builder("both")
                    .subgraph("one", leaf("leaf", "a"), Embedding.ownThread())
                    .subgraph("two", leaf("leaf", "a"), Embedding.ownThread())
                    .edge(START, "one")
                    .edge("one", "two")
                    .build()));
    assertThat(graphs.graphs()).extracting(Graph::name).containsExactly("first");
  }

  @Test
  void shouldTakeAGraphThatIsMadeAnewWithItsSubgraphs() {
    GraphRegistry graphs =
        GraphRegistry.of(around("first", leaf("leaf", "a"), Embedding.ownThread()));

    graphs.register(around("first", leaf("leaf", "b"), Embedding.ownThread()));
    graphs.register(around("second", leaf("leaf", "b"), Embedding.ownThread()));

    assertThat(graphs.graph("leaf").spec().node("b")).isPresent();
  }
}

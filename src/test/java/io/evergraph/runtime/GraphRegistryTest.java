package io.evergraph.runtime;

import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.error.UnknownGraphException;
import io.evergraph.graph.Command;
import io.evergraph.graph.Embedding;
import io.evergraph.graph.Graph;
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
}

package io.evergraph.runtime.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.graph.Command;
import io.evergraph.graph.Embedding;
import io.evergraph.graph.Graph;
import io.evergraph.pregel.Frame;
import org.junit.jupiter.api.Test;

class NamespacesTest {
  private static Graph around(String node, Graph inner, Embedding embedding) {
    return Graph.builder("around-" + node)
        .subgraph(node, inner, embedding)
        .edge(Graph.START, node)
        .build();
  }

  @Test
  void shouldTellCallsOfThreadsFromOtherTasks() {
    Graph inner =
        Graph.builder("inner").node("n", context -> Command.none()).edge(Graph.START, "n").build();
    Graph deep = around("deep", inner, Embedding.ownThread());
    Graph between = around("between", deep, Embedding.DEFAULT);
    Graph root = around("child", between, Embedding.ownThread());

    assertThat(Namespaces.calls(root, "child:a|between:b|deep:c")).containsExactly("a", "c");
    assertThat(Namespaces.calls(root, "child:a|between:b")).containsExactly("a");
    assertThat(Namespaces.calls(root, Frame.ROOT)).isEmpty();
  }
}

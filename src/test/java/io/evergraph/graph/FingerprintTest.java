package io.evergraph.graph;

import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.state.Append;
import io.evergraph.state.Channel;
import io.evergraph.state.JsonType;
import io.evergraph.state.ListChannel;
import io.evergraph.state.TypeRef;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FingerprintTest {
  private static final NodeAction ACTION = context -> Command.none();
  private static final Channel<String> IN = Channel.of("in", String.class);

  private static GraphBuilder one() {
    return Graph.builder("g").channels(IN).node("a", ACTION).edge(START, "a");
  }

  @Test
  void shouldHaveAnotherFingerprintWhenAnOptionDiffers() {
    assertThat(
            List.of(
                one().build().spec().fingerprint(),
                one().retention(7).build().spec().fingerprint(),
                one().inputs(IN).build().spec().fingerprint(),
                one().breakpoints(Breakpoints.after("a")).build().spec().fingerprint(),
                one().failFast().build().spec().fingerprint(),
                Graph.builder("g")
                    .channels(IN.initially("x"))
                    .node("a", ACTION)
                    .edge(START, "a")
                    .build()
                    .spec()
                    .fingerprint()))
        .doesNotHaveDuplicates();
    assertThat(one().retention(1_000).build().spec().fingerprint())
        .isEqualTo(one().build().spec().fingerprint());
  }

  @Test
  void shouldHaveTheSameFingerprintWhateverTheOrderOfMapsAndSets() {
    assertThat(fingerprint(List.of("a", "b"))).isEqualTo(fingerprint(List.of("b", "a")));
  }

  private static String fingerprint(List<String> order) {
    Map<String, Object> inOrder = new LinkedHashMap<>();
    order.forEach(key -> inOrder.put(key, Map.of("description", key)));
    JsonType type = new JsonType(Map.of("type", "object", "properties", inOrder));
    Set<Map<String, Object>> elements = new LinkedHashSet<>();
    order.forEach(last -> elements.add(ending(order, last)));
    return Graph.builder("g")
        .channels(
            ListChannel.ofType("list", type, Append.INSTANCE),
            Channel.merge("merged").initially(inOrder),
            Channel.of("set", new TypeRef<Set<Map<String, Object>>>() {}).initially(elements))
        .node("a", ACTION)
        .edge(START, "a")
        .build()
        .fingerprint();
  }

  private static Map<String, Object> ending(List<String> order, String last) {
    Map<String, Object> element = new LinkedHashMap<>();
    order.forEach(key -> element.put(key, key.equals(last) ? 1 : 2));
    return element;
  }

  @Test
  void shouldHaveAnotherFingerprintWhenTheEmbeddingOrTheEndsOfASubgraphDiffer() {
    Graph child = one().build();

    assertThat(
            List.of(
                Graph.builder("g").subgraph("c", child).edge(START, "c").build(),
                Graph.builder("g").subgraph("c", child).edge(START, "c").ends("c", "c").build(),
                Graph.builder("g")
                    .subgraph("c", child, Embedding.perThread())
                    .edge(START, "c")
                    .build()))
        .extracting(graph -> graph.spec().fingerprint())
        .doesNotHaveDuplicates();
  }
}

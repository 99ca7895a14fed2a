package io.evergraph.graph;

import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.error.UnknownNodeException;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class GraphTest {
  private static final NodeAction ACTION = context -> Command.none();
  private static final Channel<String> C = Channel.of("c", String.class);

  @Test
  void shouldFindCodeByNameWhenItIsBound() {
    Graph child = Graph.builder("child").node("x", ACTION).edge(START, "x").build();
    Router router = context -> List.of();
    Graph graph =
        Graph.builder("g")
            .version("7")
            .node("a", ACTION)
            .subgraph("child", child)
            .edge(START, "a")
            .routes("a", router, "child")
            .build();

    assertThat(graph.action("a")).isSameAs(ACTION);
    assertThat(graph.subgraph("child")).isSameAs(child);
    assertThat(graph.router(graph.conditionalEdges("a").get(0))).isSameAs(router);
    assertThat(graph.conditionalEdges("child")).isEmpty();
    assertThat(graph).hasToString("Graph g 7");
  }

  @Test
  void shouldNameTheNodeWhenNoCodeIsBound() {
    Graph graph = Graph.builder("g").node("a", ACTION).edge(START, "a").build();

    assertThatThrownBy(() -> graph.action("b"))
        .isInstanceOf(UnknownNodeException.class)
        .hasMessageContaining("'b'");
    assertThatThrownBy(() -> graph.subgraph("a")).isInstanceOf(UnknownNodeException.class);
    assertThatThrownBy(() -> graph.router(new ConditionalEdge("a", "gone", Map.of())))
        .isInstanceOf(UnknownNodeException.class);
  }

  @Test
  void shouldNotChangeWhenItsBuilderGoesOn() {
    GraphBuilder builder = Graph.builder("g").node("a", ACTION).edge(START, "a");
    Graph before = builder.build();
    String fingerprint = before.spec().fingerprint();

    Graph after = builder.channels(C).node("b", ACTION).edge("a", "b").build();

    assertThat(before.spec().fingerprint()).isEqualTo(fingerprint);
    assertThat(before.spec().nodes()).hasSize(1);
    assertThatThrownBy(() -> before.action("b")).isInstanceOf(UnknownNodeException.class);
    assertThat(after.spec().nodes()).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void shouldHaveOneFingerprintWhenPartsAreDeclaredInAnyOrder(long seed) {
    List<Consumer<GraphBuilder>> parts = new ArrayList<>(parts());
    String expected = build(parts).spec().fingerprint();

    Collections.shuffle(parts, new Random(seed));

    assertThat(build(parts).spec().fingerprint()).isEqualTo(expected).matches("[0-9a-f]{32}");
  }

  private static Graph build(List<Consumer<GraphBuilder>> parts) {
    GraphBuilder builder = Graph.builder("g");
    parts.forEach(part -> part.accept(builder));
    return builder.build();
  }

  private static List<Consumer<GraphBuilder>> parts() {
    return Arrays.asList(
        it -> it.channels(C),
        it -> it.channels(ListChannel.append("log", String.class)),
        it -> it.node("a", ACTION),
        it -> it.node("b", ACTION),
        it -> it.node("d", ACTION),
        it -> it.edge(START, "a"),
        it -> it.route("a", state -> "b", "b", END),
        it -> it.route("b", state -> "d", "d", "a"),
        it -> it.join(List.of("a", "b"), "d"),
        it -> it.ends("d", "a", "b"),
        it -> it.maxSteps(9));
  }

  static Stream<UnaryOperator<GraphBuilder>> changes() {
    Graph child = Graph.builder("child").node("x", ACTION).edge(START, "x").build();
    return Stream.of(
        it -> it.version("2"),
        it -> it.openState(),
        it -> it.openRoutes(),
        it -> it.maxSteps(65),
        it -> it.onFailure(OnFailure.FAIL),
        it -> it.channels(ListChannel.append("log", String.class)),
        it -> it.ends("a", "b"),
        it -> it.edge("a", END),
        it -> it.edge("b", "a"),
        it -> it.join(List.of("a", "b"), END),
        it -> it.route("b", state -> END, "a", END),
        it -> it.firstMatch("b", Match.when("c", "x", END)),
        it -> it.node("more", ACTION).edge("b", "more"),
        it -> it.node("more", ACTION, NodePolicy.builder().local().build()).edge("b", "more"),
        it -> it.subgraph("more", child).edge("b", "more"));
  }

  @Test
  void shouldHaveAnotherFingerprintWhenAnythingDiffers() {
    List<String> fingerprints =
        Stream.concat(Stream.of(UnaryOperator.<GraphBuilder>identity()), changes())
            .map(change -> change.apply(two()).build().spec().fingerprint())
            .toList();

    assertThat(fingerprints).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @MethodSource("changes")
  void shouldHaveTheSameFingerprintWhenBuiltTwice(UnaryOperator<GraphBuilder> change) {
    assertThat(change.apply(two()).build().spec()).isEqualTo(change.apply(two()).build().spec());
    assertThat(change.apply(two()).build().spec().fingerprint())
        .isEqualTo(change.apply(two()).build().spec().fingerprint());
  }

  @Test
  void shouldHaveAnotherFingerprintWhenOnlyTheGraphInsideDiffers() {
    GraphBuilder inside = Graph.builder("child").node("x", ACTION).edge(START, "x");
    String before = around(inside.build()).spec().fingerprint();

    String after = around(inside.edge("x", END).build()).spec().fingerprint();

    assertThat(after).isNotEqualTo(before);
  }

  @Test
  void shouldBeTheHashOfItsPartsWithoutThoseLeftAtTheirDefaults() {
    GraphSpec spec = two().build().spec();
    Object[] parts =
        Stream.of(
                Stream.of("g", "1"),
                spec.channels().stream().map(ChannelSpec::canonical),
                spec.nodes().stream().map(Object::toString).sorted(),
                spec.edges().stream().map(Object::toString).sorted(),
                Stream.of(spec.openness(), spec.flow(), spec.maxSteps(), spec.failure())
                    .map(Object::toString)
                    .sorted())
            .flatMap(all -> all)
            .toArray();

    assertThat(spec.fingerprint()).isEqualTo(ContentHash.hex(parts));
  }

  private static Graph around(Graph child) {
    return Graph.builder("g").subgraph("child", child).edge(START, "child").build();
  }

  private static GraphBuilder two() {
    return Graph.builder("g")
        .channels(C)
        .node("a", ACTION)
        .node("b", ACTION, NodePolicy.builder().timeout(Duration.ofSeconds(1)).build())
        .edge(START, "a")
        .edge("a", "b");
  }
}

package io.evergraph.export;

import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.evergraph.error.InvalidInputException;
import io.evergraph.graph.Command;
import io.evergraph.graph.Embedding;
import io.evergraph.graph.Flow.Execution;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphSpec;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.OnFailure;
import io.evergraph.graph.RetryPolicy;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.state.Channel;
import io.evergraph.state.JsonType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GraphJsonTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  @Test
  void shouldHoldEverythingWhenATopologyIsWritten() throws Exception {
    JsonNode json = MAPPER.readTree(GraphJson.text(Samples.everything().spec()));

    assertThat(json.at("/name").asText()).isEqualTo("everything");
    assertThat(json.at("/fingerprint").asText())
        .isEqualTo(Samples.everything().spec().fingerprint());
    assertThat(json.at("/maxSteps").asInt()).isEqualTo(9);
    assertThat(json.at("/routes").asText()).isEqualTo("declared");
    assertThat(json.at("/onFailure").asText()).isEqualTo("fail");
    assertThat(json.at("/state/open").asBoolean()).isFalse();
    assertThat(json.at("/state/channels/1"))
        .isEqualTo(
            tree(
                """
                {"name": "log", "type": "list<string>", "reducer": "append",
                 "reducerVersion": "1"}
                """));
  }

  @Test
  void shouldReadBackWhatBecomesOfFailures() {
    NodeAction nothing = context -> Command.none();
    GraphSpec spec =
        Graph.builder("failures")
            .node(
                "a",
                nothing,
                NodePolicy.builder()
                    .retry(
                        RetryPolicy.on(IOException.class).withMaxAttempts(7), RetryPolicy.DEFAULT)
                    .build())
            .node("b", nothing)
            .node("own", nothing)
            .node("usual", nothing)
            .edge(START, "a")
            .edge("a", "b")
            .onError("a", "own")
            .onError("usual")
            .failFast()
            .onFailure(OnFailure.FAIL)
            .build()
            .spec();

    assertThat(GraphJson.read(MAPPER.valueToTree(GraphJson.data(spec)))).isEqualTo(spec);
  }

  @Test
  void shouldReadBackWhoseThreadASubgraphRunsOn() {
    Graph inner = Graph.builder("inner").node("x", it -> Command.none()).edge(START, "x").build();
    GraphSpec spec =
        Graph.builder("outer")
            .subgraph("own", inner, Embedding.ownThread())
            .subgraph("inline", inner)
            .edge(START, "own")
            .edge("own", "inline")
            .build()
            .spec();

    JsonNode json = MAPPER.valueToTree(GraphJson.data(spec));

    assertThat(json.at("/nodes/0/place").asText()).isEqualTo("own_thread");
    assertThat(json.at("/nodes/1").has("place")).isFalse();
    assertThat(GraphJson.read(json)).isEqualTo(spec);
  }

  @Test
  void shouldDescribeNodesWhenTheyAreActionsOrGraphs() throws Exception {
    JsonNode nodes = MAPPER.readTree(GraphJson.text(Samples.everything().spec())).at("/nodes");

    assertThat(nodes.at("/2"))
        .isEqualTo(
            tree(
                """
                {"kind": "action", "name": "größe",
                 "policy": {"timeout": "PT2M", "hardTimeout": "PT6M", "placement": "local",
                   "retry": [{"maxAttempts": 3, "initialInterval": "PT0.5S", "coefficient": 2.0,
                              "maxInterval": "PT5S", "nonRetryable": [
                                "java.lang.ArithmeticException",
                                "java.lang.ClassCastException",
                                "java.lang.Error",
                                "java.lang.IllegalArgumentException",
                                "java.lang.IndexOutOfBoundsException",
                                "java.lang.NullPointerException",
                                "java.lang.UnsupportedOperationException"]}]}}
                """));
    assertThat(nodes.at("/5/ends")).isEqualTo(tree("{\"again\": \"Ask me\", \"end\": \"end\"}"));
    assertThat(nodes.at("/4/kind").asText()).isEqualTo("subgraph");
    assertThat(nodes.at("/4/graph/nodes/1/graph/name").asText()).isEqualTo("decide");
  }

  @Test
  void shouldReadBackHowAGraphIsExecuted() {
    GraphSpec steps =
        Graph.builder("g").node("a", any -> Command.none()).edge(START, "a").build().spec();
    GraphSpec eager =
        Graph.builder("g")
            .node("a", any -> Command.none())
            .edge(START, "a")
            .execution(Execution.EAGER)
            .build()
            .spec();

    assertThat(GraphJson.data(steps)).doesNotContainKey("execution");
    assertThat(GraphJson.data(eager)).containsEntry("execution", "eager");
    assertThat(GraphJson.read(MAPPER.valueToTree(GraphJson.data(eager)))).isEqualTo(eager);
    assertThat(eager.fingerprint()).isNotEqualTo(steps.fingerprint());
  }

  @Test
  void shouldDescribeJoinRulesAndDeferredNodes() throws Exception {
    JsonNode graph = MAPPER.readTree(GraphJson.text(Samples.races().spec()));

    assertThat(graph.at("/goto").asText()).isEqualTo("additive");
    assertThat(graph.at("/deferred")).isEqualTo(tree("[\"first\", \"two\"]"));
    assertThat(graph.at("/edges/2/atLeast").asInt()).isEqualTo(1);
    assertThat(graph.at("/edges/4/rule").asText()).isEqualTo("first_success");
    assertThat(GraphJson.read(graph)).isEqualTo(Samples.races().spec());
    assertThat(Mermaid.of(Samples.races().spec()))
        .contains("{{\"any\"}}", "{{\"2 of 2\"}}", "{{\"first success\"}}");
  }

  @Test
  void shouldDescribeEdgesWhenTheyAreOfAnyKind() throws Exception {
    JsonNode graph = MAPPER.readTree(GraphJson.text(Samples.everything().spec()));

    assertThat(graph.at("/edges"))
        .isEqualTo(
            tree(
                """
                [{"kind": "firstMatch", "from": "__start__", "matches": [
                   {"channel": "status", "equals": "open", "to": "Ask me"}, {"to": "jump"}]},
                 {"kind": "static", "from": "Ask me", "to": "größe"},
                 {"kind": "static", "from": "Ask me", "to": "grüße"},
                 {"kind": "join", "from": ["größe", "grüße"], "to": "review"},
                 {"kind": "firstMatch", "from": "review", "matches": [
                   {"channel": "status", "equals": "say \\"no\\" & <b>#1</b>", "to": "jump"}]}]
                """));
    assertThat(graph.at("/nodes/4/graph/edges/2"))
        .isEqualTo(
            tree(
                """
                {"kind": "conditional", "from": "decide", "router": "decide.router0",
                 "paths": {"back": "read", "done": "__end__"}}
                """));
  }

  @Test
  void shouldBeReadableWhenAPersonLooksAtTheText() {
    assertThat(GraphJson.text(Samples.anywhere().spec()))
        .startsWith("{\n  \"name\": \"anywhere\",\n  \"version\": \"1\",\n")
        .contains("\"routes\": \"open\"", "\"open\": true", "\"channels\": []")
        .doesNotContain("onFailure", "\r")
        .endsWith("}\n");
  }

  @Test
  void shouldGiveTheSameTextWhenTheSameGraphIsWrittenAgain() {
    assertThat(GraphJson.text(Samples.everything().spec()))
        .isEqualTo(GraphJson.text(Samples.everything().spec()));
  }

  @Test
  void shouldGiveTheSameTopologyWhenItIsReadBack() throws Exception {
    for (var spec :
        List.of(Samples.refunds().spec(), Samples.everything().spec(), Samples.anywhere().spec())) {
      assertThat(GraphJson.read(MAPPER.readTree(GraphJson.text(spec)))).isEqualTo(spec);
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.5, 1e10, 1e-10, 1.7e308})
  void shouldGiveTheSameNumbersWhateverMapperHasReadTheTree(double number) throws Exception {
    JsonType upTo = new JsonType(Map.of("type", "number", "maximum", number));
    GraphSpec spec =
        Graph.builder("rates")
            .channels(Channel.of("rate", Object.class).initially(number))
            .channels(Channel.ofType("limited", upTo))
            .node("a", context -> Command.none())
            .edge(Graph.START, "a")
            .build()
            .spec();

    GraphSpec read = GraphJson.read(StateCodec.create().mapper().readTree(GraphJson.text(spec)));

    assertThat(read).isEqualTo(spec);
    assertThat(read.fingerprint()).isEqualTo(spec.fingerprint());
  }

  @Test
  void shouldNameThePlaceWhenATopologyDoesNotFit() throws Exception {
    JsonNode json =
        tree(
            """
            {"name": "g", "version": "1", "maxSteps": 5, "state": {"channels": []},
             "nodes": [{"kind": "action", "name": "n", "policy": {"timeout": "soon"}}], "edges": []}
            """);

    assertThatThrownBy(() -> GraphJson.read(json))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("/nodes/0/policy/timeout")
        .hasMessageContaining("soon");
    assertThatThrownBy(() -> GraphJson.read(tree("{\"name\":\"g\",\"state\":{\"open\":\"yes\"}}")))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("/state/open")
        .hasMessageContaining("true or false");
    assertThatThrownBy(() -> GraphJson.read(tree("{\"name\": 1}")))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("/name");
  }

  @Test
  void shouldListNodesAndEdgesWhenALangGraphClientAsks() throws Exception {
    assertThat(langGraph(GraphJson.forLangGraph(Samples.refunds().spec())))
        .isEqualTo(
            tree(
                """
                {"nodes": [
                  {"id": "__start__", "type": "runnable", "data": {"id": "__start__", "name": "__start__"}},
                  {"id": "assess", "type": "runnable", "data": {"id": "assess", "name": "assess"}},
                  {"id": "approve", "type": "runnable", "data": {"id": "approve", "name": "approve"}},
                  {"id": "pay", "type": "runnable", "data": {"id": "pay", "name": "pay"}},
                  {"id": "__end__", "type": "runnable", "data": {"id": "__end__", "name": "__end__"}}],
                 "edges": [
                  {"source": "__start__", "target": "assess"},
                  {"source": "assess", "target": "approve", "conditional": true},
                  {"source": "assess", "target": "pay", "conditional": true},
                  {"source": "approve", "target": "pay"},
                  {"source": "pay", "target": "__end__"}]}
                """));
  }

  @Test
  void shouldUseNoOtherKeysInEdgesWhenALangGraphClientAsks() throws Exception {
    JsonNode graph = langGraph(GraphJson.forLangGraph(Samples.everything().spec()));
    Set<String> keys = new TreeSet<>();
    graph.at("/edges").forEach(edge -> edge.fieldNames().forEachRemaining(keys::add));

    assertThat(keys).containsExactly("conditional", "data", "source", "target");
    assertThat(graph.at("/edges/4/data").asText()).isEqualTo("status = say \"no\" & <b>#1</b>");
  }

  @Test
  void shouldConnectOnlyListedNodesWhenALangGraphClientAsks() throws Exception {
    for (var spec :
        List.of(Samples.refunds().spec(), Samples.everything().spec(), Samples.anywhere().spec())) {
      JsonNode graph = langGraph(GraphJson.forLangGraph(spec));
      List<String> ids = texts(graph.at("/nodes"), "id");

      assertThat(ids).doesNotHaveDuplicates().startsWith("__start__").endsWith("__end__");
      assertThat(ids).containsAll(texts(graph.at("/edges"), "source"));
      assertThat(ids).containsAll(texts(graph.at("/edges"), "target"));
    }
  }

  @Test
  void shouldLeadToEveryNodeWhenARouterMayGoAnywhere() throws Exception {
    JsonNode edges = langGraph(GraphJson.forLangGraph(Samples.anywhere().spec())).at("/edges");

    assertThat(texts(edges, "source")).containsExactly("__start__", "hub", "hub", "hub", "spoke");
    assertThat(texts(edges, "target")).containsExactly("hub", "hub", "spoke", "__end__", "hub");
  }

  private static JsonNode tree(String json) throws Exception {
    return MAPPER.readTree(json);
  }

  private static JsonNode langGraph(Map<String, Object> plain) throws Exception {
    return MAPPER.readTree(MAPPER.writeValueAsString(plain));
  }

  private static List<String> texts(JsonNode array, String field) {
    List<String> texts = new ArrayList<>();
    array.forEach(element -> texts.add(element.get(field).asText()));
    return texts;
  }
}

package io.evergraph.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.evergraph.error.InvalidGraphException;
import io.evergraph.error.InvalidInputException;
import io.evergraph.graph.ActionNode;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphSpec;
import io.evergraph.graph.NodePolicy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Graphs as text go out and come back without loss, and fit their published schema. */
class GraphTextTest {
  private static final Schema SCHEMA =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
          .getSchema(GraphSchema.text());

  static LongStream seeds() {
    return LongStream.range(0, 60);
  }

  static Stream<GraphSpec> samples() {
    return Stream.of(Samples.refunds(), Samples.everything(), Samples.anywhere(), Samples.races())
        .map(Graph::spec);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void shouldCarryEveryComponentOfASpecBothWays(long seed) {
    GraphSpec spec = new RandomSpecs(seed).next();

    assertThat(GraphText.read(GraphJson.text(spec), "json")).isEqualTo(spec);
    assertThat(GraphText.read(GraphText.yaml(spec), "yaml")).isEqualTo(spec);
    assertThat(SCHEMA.validate(GraphJson.text(spec), InputFormat.JSON)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("samples")
  void shouldGiveTheSameGraphWhenItIsWrittenAndReadAgain(GraphSpec spec) {
    assertThat(GraphText.read(GraphJson.text(spec), "json")).isEqualTo(spec);
    assertThat(GraphText.read(GraphText.yaml(spec), "yaml").fingerprint())
        .isEqualTo(spec.fingerprint());
    assertThat(SCHEMA.validate(GraphJson.text(spec), InputFormat.JSON)).isEmpty();
  }

  @Test
  void shouldNeedOnlyWhatIsUnusualWhenAPersonWrites() {
    String text =
        """
        name: refunds
        state:
          channels:
            - {name: amount, type: integer}
            - {name: log, type: list<string>, reducer: append}
            - name: order
              type: {type: object, required: [id]}
        nodes:
          - name: assess
          - {name: pay, action: payments.refund, policy: {timeout: PT10M}}
        edges:
          - {from: __start__, to: assess}
          - {from: assess, router: by-amount, paths: [pay, __end__]}
        """;

    GraphSpec spec = GraphText.read(text, "refunds.yaml");

    assertThat(SCHEMA.validate(text, InputFormat.YAML)).isEmpty();
    assertThat(spec.version()).isEqualTo("1");
    assertThat(spec.channels().get(0).reducer()).isEqualTo("replace");
    assertThat(spec.channels().get(2).schema())
        .isEqualTo(Map.of("type", "object", "required", List.of("id")));
    assertThat(spec.node("assess"))
        .contains(new ActionNode("assess", NodePolicy.DEFAULT, Map.of()));
    assertThat(spec.node("pay"))
        .contains(
            new ActionNode(
                "pay",
                "payments.refund",
                NodePolicy.DEFAULT.withTimeout(Duration.ofMinutes(10)),
                Map.of()));
    assertThat(spec.edges().get(1).targets()).containsExactlyInAnyOrder("pay", "__end__");
  }

  @Test
  void shouldNameEveryFieldThatNoGraphHas() {
    String text =
        """
        {"name": "g", "nodes": [{"name": "a", "retries": 3}], "edges": [], "colour": "red"}
        """;

    assertThatThrownBy(() -> GraphText.read(text, "g.json"))
        .isInstanceOf(InvalidGraphException.class)
        .hasMessageContaining("g.json has /nodes/0/retries")
        .hasMessageContaining("g.json has /colour");
    assertThat(SCHEMA.validate(text, InputFormat.JSON)).isNotEmpty();
  }

  @Test
  void shouldNotTakeTheNameOfAnAliasForItsValue() {
    String text =
        """
        name: g
        nodes:
          - {name: pay, action: &bank payments}
          - {name: refund, action: *bank}
        """;

    assertThatThrownBy(() -> GraphText.read(text, "g.yaml"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("YAML without aliases for g.yaml")
        .hasMessageContaining("'*bank' at line 4, column 28");
  }

  @Test
  void shouldNameFileAndPlaceWhenAFieldDoesNotFit() {
    assertThatThrownBy(() -> GraphText.read("name: g\nversion: 1.10\nnodes: []", "g.yaml"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("g.yaml")
        .hasMessageContaining("/version")
        .hasMessageContaining("in quotes");
    assertThatThrownBy(() -> GraphText.read("name: g\n  nodes: [", "g.yaml"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("YAML")
        .hasMessageContaining("line 2");
    assertThatThrownBy(() -> GraphText.read("{\"name\": \"g\", \"name\": \"h\"}", "g.json"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("line 1, column 21")
        .hasMessageContaining("no field is there twice");
    assertThatThrownBy(
            () ->
                GraphText.read("{name: g, nodes: [{name: a, policy: {timeout: PT0S}}]}", "g.yaml"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("/nodes/0/policy");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nodes: [{name: pay, policy: {cache: false}}]|/nodes/0/policy/cache",
        "nodes: [{name: pay, policy: {cache: }}]|/nodes/0/policy/cache",
        "nodes: [{name: pay, policy: {retry: 5}}]|/nodes/0/policy/retry",
        "nodes: [{name: pay, policy: local}]|/nodes/0/policy",
        "nodes: [{name: pay, ends: other}]|/nodes/0/ends",
        "nodes: [{name: sub, graph: {name: h}, inputs: question}]|/nodes/0/inputs",
        "nodes: [{name: sub, graph: {name: h}, outputs: answer}]|/nodes/0/outputs",
        "edges: [{from: a, router: r, paths: pay}]|/edges/0/paths",
        "errorHandlers: cleanup|/errorHandlers",
        "state: any|/state",
        "state: {reads: all}|/state/reads",
        "breakpoints: pay|/breakpoints"
      })
  void shouldSayWhichPartNeedsFieldsInsteadOfLeavingOutWhatItSays(String textAndPlace) {
    String[] parts = textAndPlace.split("\\|");

    assertThatThrownBy(() -> GraphText.read("name: g\n" + parts[0], "g.yaml"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContainingAll("the graph at " + parts[1] + " ", "fields of its own");
  }

  @Test
  void shouldWriteYamlWithoutTagsOfClasses() {
    assertThat(GraphText.yaml(Samples.everything().spec()))
        .startsWith("name: everything\n")
        .doesNotContain("!<", "io.evergraph", "\r");
  }
}

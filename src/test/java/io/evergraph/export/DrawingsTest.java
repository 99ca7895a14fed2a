package io.evergraph.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Graphs in the notations of Graphviz and PlantUML. */
class DrawingsTest {

  @Test
  void shouldDrawChoicesDashedInDot() {
    assertThat(Dot.of(Samples.refunds().spec()))
        .isEqualTo(
            """
            digraph "refunds" {
              compound=true;
              node [shape=box, style=rounded];
              "__start__" [label="start", shape=oval];
              "assess" [label="assess"];
              "approve" [label="approve"];
              "pay" [label="pay"];
              "__end__" [label="end", shape=oval];
              "__start__" -> "assess";
              "assess" -> "approve" [style=dashed];
              "assess" -> "pay" [style=dashed];
              "approve" -> "pay";
              "pay" -> "__end__";
            }
            """);
  }

  @Test
  void shouldDrawChoicesDashedInPlantUml() {
    assertThat(PlantUml.of(Samples.refunds().spec()))
        .isEqualTo(
            """
            @startuml
            hide empty description
            state s___start__ <<start>>
            state "assess" as s_assess
            state "approve" as s_approve
            state "pay" as s_pay
            state s___end__ <<end>>
            s___start__ --> s_assess
            s_assess -[dashed]-> s_approve
            s_assess -[dashed]-> s_pay
            s_approve --> s_pay
            s_pay --> s___end__
            @enduml
            """);
  }

  @Test
  void shouldOpenSubgraphsAsFarAsAsked() {
    var spec = Samples.everything().spec();

    assertThat(Dot.of(spec))
        .contains("subgraph \"cluster review\" {", "subgraph \"cluster review/decide\" {")
        .contains("[lhead=\"cluster review\"]");
    assertThat(Dot.of(spec, new Detail(1)))
        .contains(
            "subgraph \"cluster review\" {", "\"review/decide\" [label=\"decide\", shape=box3d]")
        .doesNotContain("cluster review/decide");
    assertThat(PlantUml.of(spec)).contains("state \"review\" as s_review {");
    assertThat(PlantUml.of(spec, new Detail(0)))
        .contains("state \"review (subgraph)\" as s_review\n")
        .doesNotContain("{");
    assertThat(Mermaid.of(spec, new Detail(0))).contains("review[[\"review\"]]");
    assertThatThrownBy(() -> new Detail(-1)).hasMessageContaining("-1");
  }

  @Test
  void shouldTellRulesOfJoinsAndWhatIsDeferred() {
    var spec = Samples.races().spec();

    assertThat(Dot.of(spec)).contains("[label=\"first success\", shape=hexagon]", "two (deferred)");
    assertThat(PlantUml.of(spec)).contains("state \"2 of 2\"", "first (deferred)");
    assertThat(Mermaid.of(spec)).contains("[\"two (deferred)\"]");
  }

  @Test
  void shouldKeepMarksOfTheNotationsOutOfNames() {
    var spec = Samples.everything().spec();

    assertThat(Dot.of(spec)).contains("label=\"status = say \\\"no\\\" & <b>#1</b>\"");
    assertThat(PlantUml.of(spec)).doesNotContain("<b>").contains("&#60;b&#62;");
  }
}

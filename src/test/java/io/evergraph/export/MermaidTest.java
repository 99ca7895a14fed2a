package io.evergraph.export;

import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.pregel.EngineDriver;
import io.evergraph.state.StateUpdate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The golden texts were read by Mermaid's own parser, version 11.17. */
class MermaidTest {

  @Test
  void shouldDrawNodesChoicesAndEndsWhenTheGraphIsPlain() {
    assertThat(Mermaid.of(Samples.refunds().spec()))
        .isEqualTo(
            """
            flowchart TD
              __start__(["start"])
              assess["assess"]
              approve["approve"]
              pay["pay"]
              __end__(["end"])
              __start__ --> assess
              assess -.-> approve
              assess -.-> pay
              approve --> pay
              pay --> __end__
            """);
  }

  @Test
  void shouldDrawJoinsMatchesGotosAndBoxesWhenTheGraphHasAllOfThem() {
    assertThat(Mermaid.of(Samples.everything().spec()))
        .isEqualTo(
            """
            flowchart TD
              __start__(["start"])
              Ask_me["Ask me"]
              n_end["end"]
              gr_e["größe"]
              gr_e_2["grüße"]
              subgraph review ["review"]
                review___start__(["start"])
                review_read["read"]
                subgraph review_decide ["decide"]
                  review_decide___start__(["start"])
                  review_decide_read["read"]
                  review_decide___end__(["end"])
                  review_decide___start__ --> review_decide_read
                  review_decide_read --> review_decide___end__
                end
                review___end__(["end"])
                review___start__ --> review_read
                review_read --> review_decide
                review_decide -.->|"back"| review_read
                review_decide -.->|"done"| review___end__
              end
              jump["jump"]
              join_gr_e_gr_e_review{{"all"}}
              __end__(["end"])
              __start__ -.->|"1: status = open"| Ask_me
              __start__ -.->|"2: otherwise"| jump
              Ask_me --> gr_e
              Ask_me --> gr_e_2
              review -.->|"status = say #quot;no#quot; #amp; #lt;b#gt;#35;1#lt;/b#gt;"| jump
              review -.->|"no match"| __end__
              jump -.->|"again"| Ask_me
              jump -.-> n_end
              n_end --> __end__
              gr_e --> join_gr_e_gr_e_review
              gr_e_2 --> join_gr_e_gr_e_review
              join_gr_e_gr_e_review --> review
            """);
  }

  @Test
  void shouldPointAtAnyNodeWhenARouterMayGoAnywhere() {
    assertThat(Mermaid.of(Samples.anywhere().spec()))
        .isEqualTo(
            """
            flowchart TD
              __start__(["start"])
              hub["hub"]
              spoke["spoke"]
              __any__{{"any node"}}
              __start__ --> hub
              hub -.-> __any__
              spoke --> hub
            """);
  }

  @Test
  void shouldPointAtTheEndsOfANodeWhoseRouterNamesNone() {
    Graph graph =
        Graph.builder("judged")
            .node("judge", context -> Command.none())
            .node("close", context -> Command.none())
            .edge(Graph.START, "judge")
            .routes("judge", context -> List.of())
            .ends("judge", "close", Graph.END)
            .build();

    assertThat(Mermaid.of(graph.spec()))
        .contains("judge -.-> close", "judge -.-> __end__")
        .doesNotContain("__any__");
    assertThat(String.valueOf(GraphJson.forLangGraph(graph.spec())))
        .contains("source=judge, target=close")
        .doesNotContain("source=judge, target=judge");
  }

  @Test
  void shouldMarkNodesWhenHighlightsAreGiven() {
    Highlights marks =
        new Highlights(
            Map.of(
                "approve", Highlights.Mark.WAITING,
                "assess", Highlights.Mark.RUNNING,
                "pay", Highlights.Mark.FAILED,
                "unknown", Highlights.Mark.FAILED));

    assertThat(Mermaid.of(Samples.refunds().spec(), marks))
        .startsWith(Mermaid.of(Samples.refunds().spec()))
        .endsWith(
            """
              pay --> __end__
              classDef running fill:#dbeafe,stroke:#2563eb,color:#1e3a8a
              class assess running
              classDef waiting fill:#fef3c7,stroke:#d97706,color:#78350f
              class approve waiting
              classDef failed fill:#fee2e2,stroke:#dc2626,color:#7f1d1d
              class pay failed
            """);
  }

  @Test
  void shouldMarkWhereTheThreadStandsWhenACheckpointIsGiven() {
    EngineDriver waiting = EngineDriver.of(Samples.refunds()).input(StateUpdate.empty());
    EngineDriver running = EngineDriver.of(Samples.refunds()).begin(StateUpdate.empty());

    assertThat(Mermaid.of(Samples.refunds().spec(), Highlights.of(waiting.checkpoint())))
        .contains("class approve waiting");
    assertThat(Mermaid.of(Samples.refunds().spec(), Highlights.of(running.checkpoint())))
        .contains("class assess running");
  }

  @Test
  void shouldMarkTheInnerNodeWhenATaskOfASubgraphWaits() {
    EngineDriver thread =
        EngineDriver.of(Samples.everything()).input(StateUpdate.of(Samples.STATUS, "open"));

    Highlights marks = Highlights.of(thread.checkpoint());

    assertThat(marks.marks())
        .containsExactly(Map.entry("review/decide/read", Highlights.Mark.WAITING));
    assertThat(Mermaid.of(Samples.everything().spec(), marks))
        .contains("class review_decide_read waiting");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "call",
        "class",
        "classDef",
        "click",
        "default",
        "direction",
        "end",
        "END",
        "flowchart",
        "graph",
        "href",
        "interpolate",
        "linkStyle",
        "style",
        "subgraph",
        "7",
        "7 up"
      })
  void shouldFindAnotherIdWhenAMermaidWordOrANumberIsANodesName(String name) {
    Graph graph = withNodes(name).build();

    assertThat(Mermaid.of(graph.spec()))
        .contains("  n_" + name.replace(' ', '_') + "[\"" + name + "\"]\n");
  }

  @Test
  void shouldKeepIdsApartWhenNamesDifferOnlyInWhatMermaidCannotWrite() {
    Graph graph = withNodes("a b", "a.b", "a-b", "a_b", "A_B").build();

    assertThat(Mermaid.of(graph.spec()))
        .contains("a_b[\"a b\"]", "a_b_2[\"a.b\"]", "a_b_3[\"a-b\"]", "a_b_4[\"a_b\"]")
        .contains("A_B_5[\"A_B\"]");
  }

  @Test
  void shouldDrawWhereFailuresGo() {
    Graph graph =
        Graph.builder("handled")
            .node("a", context -> Command.none())
            .node("rescue", context -> Command.none())
            .edge(START, "a")
            .onError("a", "rescue")
            .build();

    assertThat(Mermaid.of(graph.spec()))
        .contains("a -.->|\"error\"| rescue", "a --> __end__")
        .doesNotContain("rescue -->");
  }

  private static GraphBuilder withNodes(String... names) {
    GraphBuilder builder = Graph.builder("names");
    for (String name : names) {
      builder.node(name, context -> Command.none()).edge(START, name);
    }
    return builder;
  }
}

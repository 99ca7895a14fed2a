package io.evergraph.graph;

import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.evergraph.error.InvalidGraphException;
import io.evergraph.graph.FailureRules.Siblings;
import io.evergraph.graph.Flow.Execution;
import io.evergraph.graph.Flow.GotoRule;
import io.evergraph.graph.Flow.RouteScope;
import io.evergraph.state.Channel;
import io.evergraph.state.State;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class GraphBuilderTest {
  private static final NodeAction ACTION = context -> Command.none();
  private static final Channel<String> IN = Channel.of("in", String.class);
  private static final Channel<String> OUT = Channel.of("out", String.class);
  private static final Channel<String> SECRET = Channel.of("secret", String.class);

  private static GraphBuilder one() {
    return Graph.builder("g").channels(IN, OUT, SECRET).node("a", ACTION).edge(START, "a");
  }

  @Nested
  class Shape {
    private final State all = State.of(Map.of("in", "1", "out", "2", "secret", "3"));

    @Test
    void shouldLetEverythingThroughUnlessSaidOtherwise() {
      StateShape shape = one().build().spec().shape();

      assertThat(shape).isEqualTo(StateShape.OPEN);
      assertThat(shape.accepts("in")).isTrue();
      assertThat(shape.returns("secret")).isTrue();
      assertThat(all.only(shape::isShown)).isEqualTo(all);
      assertThat(shape.returned(all)).isEqualTo(all);
      assertThat(shape.readBy("a", all)).isEqualTo(all);
    }

    @Test
    void shouldAcceptAndReturnOnlyWhatIsNamed() {
      StateShape shape =
          one()
              .inputs(IN)
              .outputs(OUT)
              .hidden(SECRET)
              .reads("a", IN, SECRET)
              .build()
              .spec()
              .shape();

      assertThat(shape.accepts("in")).isTrue();
      assertThat(shape.accepts("out")).isFalse();
      assertThat(shape.returned(all)).isEqualTo(State.of(Map.of("out", "2")));
      assertThat(all.only(shape::isShown)).isEqualTo(State.of(Map.of("in", "1", "out", "2")));
      assertThat(shape.readBy("a", all)).isEqualTo(State.of(Map.of("in", "1", "secret", "3")));
      assertThat(shape.readBy("b", all)).isEqualTo(all);
    }

    @Test
    void shouldNeitherAcceptNorReturnWhatIsHidden() {
      StateShape shape = one().hidden(SECRET).build().spec().shape();

      assertThat(shape.accepts("secret")).isFalse();
      assertThat(shape.returns("secret")).isFalse();
      assertThat(shape.isShown("secret")).isFalse();
      assertThat(shape.accepts("in")).isTrue();
      assertThat(shape.isShown("in")).isTrue();
    }

    @Test
    void shouldCollectWhatIsNamedInSeveralCalls() {
      StateShape shape =
          one().inputs(OUT).inputs(IN).reads("a", OUT).reads("a", IN).build().spec().shape();

      assertThat(shape.inputs()).containsExactly("in", "out");
      assertThat(shape.reads().get("a")).containsExactly("in", "out");
    }

    @Test
    void shouldShowAndReturnWhatIsReadOnlyAndNotTakeIt() {
      StateShape shape = one().readOnly(OUT).build().spec().shape();

      assertThat(shape.accepts("out")).isFalse();
      assertThat(shape.isWritable("out")).isFalse();
      assertThat(shape.isShown("out")).isTrue();
      assertThat(shape.returns("out")).isTrue();
      assertThat(problems(one().inputs(OUT).readOnly(OUT)))
          .containsExactly(
              "channel 'out' is read-only and yet an input or hidden; it can be only one of these");
    }

    @Test
    void shouldReportWhatTheShapeNamesInVain() {
      Channel<String> gone = Channel.of("gone", String.class);
      GraphBuilder wrong =
          one()
              .inputs(gone, SECRET)
              .outputs(gone, OUT)
              .hidden(gone, SECRET, OUT)
              .reads("a", gone)
              .reads("nobody", IN);

      assertThat(problems(wrong))
          .containsExactlyInAnyOrder(
              "the inputs name channel 'gone', which is not declared; declare it",
              "the outputs name channel 'gone', which is not declared; declare it",
              "the hidden channels name channel 'gone', which is not declared; declare it",
              "node 'a' reads channel 'gone', which is not declared; declare it",
              "reads(...) are declared for 'nobody', which is no node with an action",
              "channel 'gone' is hidden and yet an input or output; it can be only one of these",
              "channel 'out' is hidden and yet an input or output; it can be only one of these",
              "channel 'secret' is hidden and yet an input or output; it can be only one of these");
    }

    @Test
    void shouldAcceptAnyNameWhenTheStateIsOpen() {
      Graph graph = one().openState().inputs(Channel.of("gone", String.class)).build();

      assertThat(graph.spec().shape().inputs()).containsExactly("gone");
    }

    @Test
    void shouldRefuseReadsOfASubgraph() {
      GraphBuilder builder =
          one().subgraph("child", one().build()).edge("a", "child").reads("child", IN);

      assertThat(problems(builder))
          .containsExactly("reads(...) are declared for 'child', which is no node with an action");
    }
  }

  @Nested
  class Options {
    @Test
    void shouldHoldTheDocumentedDefaults() {
      GraphSpec spec = one().build().spec();

      assertThat(spec.version()).isEqualTo("1");
      assertThat(spec.maxSteps()).isEqualTo(64);
      assertThat(spec.retention()).isEqualTo(1_000);
      assertThat(spec.flow()).isEqualTo(Flow.DEFAULT);
      assertThat(spec.failure()).isEqualTo(FailureRules.NONE);
      assertThat(spec.breakpoints()).isEqualTo(Breakpoints.NONE);
    }

    @Test
    void shouldKeepWhatIsSet() {
      GraphSpec spec =
          one()
              .routing(GotoRule.ADDITIVE)
              .defer("a")
              .defer("a")
              .retention(1)
              .maxSteps(1)
              .failFast()
              .onFailure(OnFailure.FAIL)
              .openRoutes()
              .build()
              .spec();

      assertThat(spec.flow())
          .isEqualTo(new Flow(RouteScope.OPEN, GotoRule.ADDITIVE, new TreeSet<>(List.of("a"))));
      assertThat(spec.flow().execution()).isEqualTo(Execution.SUPERSTEPS);
      assertThat(spec.retention()).isEqualTo(1);
      assertThat(spec.maxSteps()).isEqualTo(1);
      assertThat(spec.failure().siblings()).isEqualTo(Siblings.CANCEL);
      assertThat(spec.failure().reaction()).contains(OnFailure.FAIL);
    }

    @Test
    void shouldGiveThePolicyOfTheGraphToNodesWithoutTheirOwn() {
      NodePolicy usual = NodePolicy.builder().timeout(Duration.ofSeconds(7)).build();
      NodePolicy own = NodePolicy.builder().local().build();
      Graph graph =
          one()
              .node("own", ACTION, own)
              .node("differs", ACTION, options -> options.attempts(9))
              .subgraph("child", one().build())
              .edge("a", "own")
              .edge("own", "differs")
              .edge("differs", "child")
              .defaultPolicy(usual)
              .build();

      assertThat(graph.policy("a")).isEqualTo(usual);
      assertThat(graph.policy("own")).isEqualTo(own);
      assertThat(graph.policy("differs").timeout()).isEqualTo(Duration.ofSeconds(7));
      assertThat(graph.policy("differs").maxAttempts()).isEqualTo(9);
      assertThat(graph.policy("child")).isEqualTo(NodePolicy.DEFAULT);
      assertThat(graph.policy("nobody")).isEqualTo(NodePolicy.DEFAULT);
    }

    @Test
    void shouldNameRoutersByTheirNodeAndCount() {
      Graph graph =
          one()
              .node("b", ACTION)
              .routes("a", context -> List.of(), "b")
              .routes("b", context -> List.of(), END)
              .routes("a", context -> List.of(), Map.of("on", "b"))
              .build();

      assertThat(graph.conditionalEdges("a"))
          .extracting(ConditionalEdge::router)
          .containsExactly("a.router0", "a.router1");
      assertThat(graph.conditionalEdges("b"))
          .extracting(ConditionalEdge::router)
          .containsExactly("b.router0");
      assertThat(graph.conditionalEdges("a").get(1).paths()).isEqualTo(Map.of("on", "b"));
    }

    @Test
    void shouldRouteByLabel() throws Exception {
      Graph graph =
          one().node("b", ACTION).route("a", state -> "on", Map.of("on", "b", "off", END)).build();
      ConditionalEdge edge = graph.conditionalEdges("a").get(0);

      assertThat(edge.targets()).containsExactlyInAnyOrder("b", END);
      assertThat(graph.router(edge)).isNotNull();
    }

    @Test
    void shouldKeepTheEndsOfANodeByLabel() {
      Graph graph = one().node("b", ACTION).ends("a", Map.of("on", "b")).ends("a", END).build();

      assertThat(graph.spec().node("a").orElseThrow().ends())
          .isEqualTo(Map.of("on", "b", END, END));
      assertThat(graph.spec().node("nobody")).isEmpty();
    }

    @Test
    void shouldKnowWhatIsSentToANode() {
      Graph child = Graph.builder("c").channels(IN).node("x", ACTION).edge(START, "x").build();
      Graph graph = one().subgraph("child", child).edge("a", "child").build();

      assertThat(graph.inputOf("child")).isSameAs(child.schema());
      assertThat(graph.inputOf("a")).isSameAs(graph.schema());
      assertThat(graph.version()).isEqualTo("1");
    }

    @Test
    void shouldDeriveTheHardTimeoutFromANodesOwnTimeout() {
      Graph graph =
          one()
              .node("slow", ACTION, own -> own.timeout(Duration.ofMinutes(10)))
              .edge("a", "slow")
              .build();

      assertThat(graph.policy("slow").hardTimeout()).isEqualTo(Duration.ofMinutes(30));
    }
  }

  @Nested
  class Mistakes {
    @Test
    void shouldReportNumbersThatMakeNoSense() {
      assertThat(problems(one().retention(0).maxSteps(-1).version("")))
          .containsExactly(
              "the graph needs a name and a version; found 'g' and ''",
              "maxSteps must be at least 1; found -1",
              "retention must be at least 1; found 0");
    }

    @Test
    void shouldReportAGraphWithoutAnEntry() {
      assertThat(problems(Graph.builder("g").node("a", ACTION).edge("a", END)))
          .containsExactly("no edge leaves START; add edge(START, <first node>)");
    }

    @Test
    void shouldReportDeferredNodesThatAreNone() {
      assertThat(problems(one().defer("gone", "a")))
          .containsExactly("'gone' is deferred but is no node; nodes are [a]");
    }

    @Test
    void shouldReportJoinsThatNeedTooMuchOrTooLittle() {
      GraphBuilder builder =
          one()
              .node("b", ACTION)
              .node("c", ACTION)
              .edge(START, "b")
              .edge(START, "c")
              .join(List.of("a", "b"), END, JoinRule.atLeast(3))
              .join(List.of("a", "b"), END, JoinRule.atLeast(0))
              .join(List.of("a", START), END, JoinRule.any())
              .join(List.of("a", "b"), END, JoinRule.atLeast(2))
              .join(List.of("b", "c"), END, JoinRule.atLeast(1));

      assertThat(problems(builder))
          .containsExactly(
              "a join to '__end__' can need 1 to 2 of its sources; found 3",
              "a join to '__end__' can need 1 to 2 of its sources; found 0",
              "a join to '__end__' needs two or more nodes to wait for; found [__start__, a]");
    }

    @Test
    void shouldAcceptARouteWithoutTargetsWhenItsNodeDeclaresEnds() {
      Graph graph = one().routes("a", context -> List.of()).ends("a", END).build();

      assertThat(graph.conditionalEdges("a")).hasSize(1);
    }

    @Test
    void shouldReportMappingsOfASubgraphThatFitNothing() {
      Channel<Integer> number = Channel.of("number", Integer.class);
      Channel<String> gone = Channel.of("gone", String.class);
      Graph child =
          Graph.builder("c").channels(IN, number).node("x", ACTION).edge(START, "x").build();
      Embedding embedding =
          Embedding.DEFAULT
              .input(gone, IN)
              .output(gone, OUT)
              .input(IN, Channel.of("number", String.class));

      assertThat(problems(one().subgraph("child", child, embedding).edge("a", "child")))
          .containsExactlyInAnyOrder(
              "subgraph 'child' maps channel 'gone', which is not declared here; channels are [in,"
                  + " out, secret]",
              "subgraph 'child' maps channel 'gone', which is not declared in the subgraph;"
                  + " channels are [in, number]",
              "channel 'in' is java.lang.String here but 'number' is java.lang.Integer in subgraph"
                  + " 'child'; give both one type");
    }

    @Test
    void shouldReportAKeptSubgraphInOneThatStartsAnew() {
      Graph in = Graph.builder("in").node("x", ACTION).edge(START, "x").build();
      Graph child =
          Graph.builder("c")
              .subgraph("kept", in, Embedding.perThread())
              .edge(START, "kept")
              .build();

      assertThat(problems(one().subgraph("child", child).edge("a", "child")))
          .containsExactly(
              "subgraph 'kept' keeps its state per thread, but 'child', which it stands in, starts"
                  + " anew with each call; keep that per thread, too");
      assertThat(
              one()
                  .subgraph("child", child, Embedding.perThread())
                  .edge("a", "child")
                  .build()
                  .subgraph("child"))
          .isSameAs(child);
    }
  }

  private static List<String> problems(GraphBuilder builder) {
    return catchThrowableOfType(InvalidGraphException.class, builder::build).problems();
  }
}

package io.evergraph.graph;

import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.evergraph.error.InvalidGraphException;
import io.evergraph.graph.Flow.Execution;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import io.evergraph.state.TypeRef;
import java.util.HashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GraphValidationTest {
  private static final NodeAction NOTHING = context -> Command.none();

  @Test
  void shouldReportEverythingAtOnceWhenMuchIsWrong() {
    List<String> problems =
        problemsOf(
            Graph.builder(" ")
                .maxSteps(0)
                .channels(Channel.of("c", String.class), Channel.of("c", String.class))
                .node("a", NOTHING)
                .node("a", NOTHING)
                .node("lost", NOTHING)
                .edge(START, "a")
                .edge("a", "nowhere")
                .edge("nobody", "a")
                .join(List.of("a"), "a")
                .routes("a", context -> List.of())
                .firstMatch("a", Match.when("unknown", "x", "a"))
                .ends("ghost", "a"));

    assertThat(problems)
        .containsExactlyInAnyOrder(
            "the graph needs a name and a version; found ' ' and '1'",
            "maxSteps must be at least 1; found 0",
            "channel 'c' is declared twice; keep one declaration",
            "node 'a' is declared twice; rename one",
            "ends(...) are declared for 'ghost', which is no node",
            "an edge from [a] leads to 'nowhere', which is no node; nodes are [a, lost]",
            "an edge leaves 'nobody', which is no node; nodes are [a, lost]",
            "a join to 'a' needs two or more nodes to wait for; found [a]",
            "the route from 'a' declares no target; list them, or allow all with openRoutes()",
            "the match from 'a' looks at channel 'unknown', which is not declared");
  }

  @Test
  void shouldNameTheListOfChannelsThatHoldsAnUndeclaredOne() {
    Channel<String> unknown = Channel.of("unknown", String.class);
    Map<String, UnaryOperator<GraphBuilder>> lists =
        Map.of(
            "the inputs name", graph -> graph.inputs(unknown),
            "the outputs name", graph -> graph.outputs(unknown),
            "the hidden channels name", graph -> graph.hidden(unknown),
            "the read-only channels name", graph -> graph.readOnly(unknown));
    lists.forEach(
        (where, naming) ->
            assertThat(
                    problemsOf(
                        naming.apply(Graph.builder("g").node("a", NOTHING).edge(START, "a"))))
                .contains(where + " channel 'unknown', which is not declared; declare it"));
  }

  @Test
  void shouldReportUntrackedChannelsOfEagerGraphs() {
    GraphBuilder graph =
        Graph.builder("eager")
            .channels(Channel.of("c", String.class).untracked(), Channel.of("d", String.class))
            .node("a", NOTHING)
            .edge(START, "a");
    assertThat(graph.build().spec().channels()).hasSize(2);

    assertThat(problemsOf(graph.execution(Execution.EAGER)))
        .containsExactly(
            "channel 'c' is untracked, and tasks of an eager graph read checkpoints; make it a usual channel, or run the graph in supersteps");
  }

  @Test
  void shouldReportChannelsOfCollectionsThatCannotBeFrozen() {
    Channel<LinkedList<String>> list = Channel.of("list", new TypeRef<LinkedList<String>>() {});
    Channel<SortedMap<String, Integer>> sorted =
        Channel.of("sorted", new TypeRef<SortedMap<String, Integer>>() {});
    ListChannel<HashSet<String>> sets =
        ListChannel.append("sets", new TypeRef<HashSet<String>>() {});
    Channel<Map<String, Set<List<Integer>>>> fine =
        Channel.of("fine", new TypeRef<Map<String, Set<List<Integer>>>>() {});

    assertThat(
            problemsOf(
                Graph.builder("collections")
                    .channels(Channel.of("map", TreeMap.class), list, sorted, sets, fine)
                    .node("a", NOTHING)
                    .edge(START, "a")))
        .containsExactlyInAnyOrder(
            "channel 'map' holds java.util.TreeMap, which the codec cannot keep; declare it as Map",
            "channel 'list' holds java.util.LinkedList, which the codec cannot keep; declare it as"
                + " List",
            "channel 'sorted' holds java.util.SortedMap, which the codec cannot keep; declare it as"
                + " Map",
            "channel 'sets' holds java.util.HashSet, which the codec cannot keep; declare it as"
                + " Set");
  }

  @Test
  void shouldReportChannelsThatAreNamedOtherwiseThanDeclared() {
    Channel<String> declared = Channel.of("c", String.class);
    Channel<Integer> other = Channel.of("c", Integer.class);
    CachePolicy byTypo = CachePolicy.ALWAYS.byChannels("cc");
    CachePolicy byUnread = CachePolicy.ALWAYS.byChannels("c");

    assertThat(
            problemsOf(
                Graph.builder("named")
                    .channels(declared, Channel.of("d", String.class))
                    .node("a", NOTHING, NodePolicy.builder().cache(byTypo).build())
                    .node("b", NOTHING, NodePolicy.builder().cache(byUnread).build())
                    .inputs(other)
                    .outputs(Channel.of("e", String.class))
                    .reads("b", Channel.of("d", String.class))
                    .edge(START, "a")
                    .edge("a", "b")))
        .containsExactlyInAnyOrder(
            "channel 'c' is declared as java.lang.String but named as java.lang.Integer; use one"
                + " channel for both",
            "the outputs name channel 'e', which is not declared; declare it",
            "the cache of node 'a' looks at channel 'cc', which is not declared; declare it",
            "the cache of node 'b' looks at channel 'c', which the node does not read; add it to"
                + " reads(...)");
  }

  @Test
  void shouldReportHandlersThatCannotHandle() {
    Graph child = Graph.builder("child").node("x", NOTHING).edge(START, "x").build();

    assertThat(
            problemsOf(
                Graph.builder("handlers")
                    .node("a", NOTHING)
                    .node("wired", NOTHING)
                    .subgraph("sub", child)
                    .edge(START, "a")
                    .edge("a", "wired")
                    .edge("a", "sub")
                    .onError("ghost", "nobody")
                    .onError("a", "wired")
                    .onError("wired", "sub")))
        .anyMatch(problem -> problem.contains("onError is declared for 'ghost', which is no node"))
        .anyMatch(problem -> problem.contains("onError leads to 'nobody', which is no node"))
        .anyMatch(problem -> problem.contains("an edge touches the error handler 'wired'"))
        .anyMatch(problem -> problem.contains("onError leads to 'sub', which is a subgraph"))
        .anyMatch(problem -> problem.contains("'wired', which is a handler itself"));
  }

  @Test
  void shouldReachHandlersAndWhereTheyGo() {
    Graph graph =
        Graph.builder("reached")
            .node("a", NOTHING)
            .node("rescue", NOTHING)
            .node("z", NOTHING)
            .edge(START, "a")
            .onError("rescue")
            .ends("rescue", "z")
            .build();

    assertThat(graph.spec().failure().handlerOf("a")).contains("rescue");
    assertThat(graph.spec().failure().handlerOf("rescue")).isEmpty();
  }

  @Test
  void shouldFindWhatCannotLeadAnywhereOrNeverFires() {
    GraphBuilder builder =
        Graph.builder("g")
            .node("a", NOTHING)
            .node("b", NOTHING)
            .defer("ghost")
            .edge(START, "a")
            .edge("a", START)
            .edge(END, "b")
            .join(List.of("a", "b"), "b", JoinRule.atLeast(3));

    assertThat(problemsOf(builder))
        .containsExactlyInAnyOrder(
            "an edge from [a] leads to '__start__', which is the entry only; lead to the first node"
                + " instead",
            "an edge leaves '__end__', which only ends branches; leave it from a node or START",
            "a join to 'b' can need 1 to 2 of its sources; found 3",
            "'ghost' is deferred but is no node; nodes are [a, b]");
  }

  @Test
  void shouldNameTheGraphAndEachProblemWhenItSpeaks() {
    InvalidGraphException invalid =
        catchThrowableOfType(
            InvalidGraphException.class, () -> Graph.builder("refunds").maxSteps(0).build());

    assertThat(invalid.graph()).isEqualTo("refunds");
    assertThat(invalid)
        .hasMessage(
            "Graph 'refunds' has 2 problem(s):\n"
                + " - maxSteps must be at least 1; found 0\n"
                + " - no edge leaves START; add edge(START, <first node>)");
  }

  @Test
  void shouldNotListEveryNodeWhenTheEntryIsMissing() {
    assertThat(problemsOf(Graph.builder("g").node("a", NOTHING).node("b", NOTHING)))
        .containsExactly("no edge leaves START; add edge(START, <first node>)");
  }

  @Test
  void shouldReportEndsAndPathsWhenTheyNameNoNode() {
    assertThat(
            problemsOf(
                Graph.builder("g")
                    .node("a", NOTHING)
                    .edge(START, "a")
                    .ends("a", Map.of("good", "heaven"))
                    .route("a", state -> "x", Map.of("bad", "hell"))))
        .containsExactly(
            "ends of 'a' leads to 'heaven', which is no node; nodes are [a]",
            "an edge from [a] leads to 'hell', which is no node; nodes are [a]");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", " a", "a|b", "a:b", "a,b", "a>b", "-a", START, END, "__mine__", "a\n"})
  void shouldRefuseANodeWhenItsNameCannotStandInANamespace(String name) {
    assertThat(problemsOf(Graph.builder("g").node(name, NOTHING).edge(START, name)))
        .anyMatch(problem -> problem.startsWith("'" + name + "' cannot be a node's name"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "Ask me", "größe", "a_b-c.d", "_x", "1st", "__half", "質問"})
  void shouldAcceptANodeWhenItsNameIsOrdinary(String name) {
    Graph graph = Graph.builder("g").node(name, NOTHING).edge(START, name).build();

    assertThat(graph.spec().node(name)).isPresent();
  }

  @Test
  void shouldRefuseAChannelWhenItsNameIsReserved() {
    assertThat(
            problemsOf(
                Graph.builder("g")
                    .channels(Channel.of("__interrupt__", String.class))
                    .node("a", NOTHING)
                    .edge(START, "a")))
        .containsExactly(
            "channel '__interrupt__' has a reserved name; drop the underscores around it");
  }

  @Test
  void shouldRefuseAnEdgeIntoStartOrOutOfEnd() {
    assertThat(
            problemsOf(
                Graph.builder("g")
                    .node("a", NOTHING)
                    .edge(START, "a")
                    .edge("a", START)
                    .edge(END, "a")))
        .containsExactly(
            "an edge from [a] leads to '__start__', which is the entry only; lead to the first node"
                + " instead",
            "an edge leaves '__end__', which only ends branches; leave it from a node or START");
  }

  @Test
  void shouldRefuseAFirstMatchWhenItIsEmptyOrAnythingFollowsTheCatchAll() {
    GraphBuilder base =
        Graph.builder("g").openState().node("a", NOTHING).node("b", NOTHING).edge(START, "a");

    assertThat(
            problemsOf(
                base.edge("a", "b")
                    .firstMatch("b")
                    .firstMatch("a", Match.otherwise("b"), Match.when("c", "x", "b"))))
        .containsExactly(
            "the first-match edge from 'b' needs at least one match, and the one for any state at"
                + " its end",
            "the first-match edge from 'a' needs at least one match, and the one for any state at"
                + " its end");
  }

  @Test
  void shouldAcceptAnyChannelInAMatchWhenTheStateIsOpen() {
    Graph graph =
        Graph.builder("g")
            .openState()
            .node("a", NOTHING)
            .edge(START, "a")
            .firstMatch("a", Match.when("free", "x", "a"))
            .build();

    assertThat(graph.schema().channels()).isEmpty();
  }

  @Test
  void shouldRefuseASubgraphWhenASharedChannelHasAnotherType() {
    Graph child = withChannel(Channel.of("total", String.class)).build();

    assertThat(
            problemsOf(
                Graph.builder("g")
                    .channels(Channel.of("total", Integer.class))
                    .subgraph("child", child)
                    .edge(START, "child")))
        .containsExactly(
            "channel 'total' is java.lang.Integer here but java.lang.String in subgraph 'child';"
                + " give both one type");
  }

  @Test
  void shouldAcceptASubgraphWhenTheSameListTypeIsWrittenInTwoWays() {
    Channel<List<String>> written = Channel.of("log", new TypeRef<List<String>>() {});
    Graph child = withChannel(ListChannel.append("log", String.class)).build();

    Graph graph = withChannel(written).subgraph("child", child).edge("a", "child").build();

    assertThat(graph.subgraph("child")).isSameAs(child);
  }

  @Test
  void shouldNameTheEndsOfASubgraphThatAreNoNodes() {
    Graph child = withChannel(Channel.of("c", String.class)).build();

    assertThat(
            problemsOf(
                Graph.builder("g")
                    .subgraph("child", child)
                    .edge(START, "child")
                    .ends("child", "nowhere")))
        .containsExactly("ends of 'child' leads to 'nowhere', which is no node; nodes are [child]");
  }

  private static GraphBuilder withChannel(Channel<?> channel) {
    return Graph.builder("c").channels(channel).node("a", NOTHING).edge(START, "a");
  }

  static List<String> problemsOf(GraphBuilder builder) {
    return catchThrowableOfType(InvalidGraphException.class, builder::build).problems();
  }
}

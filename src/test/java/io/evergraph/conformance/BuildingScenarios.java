package io.evergraph.conformance;

import static io.evergraph.conformance.Letters.edges;
import static io.evergraph.conformance.Letters.nodes;
import static io.evergraph.conformance.Letters.says;
import static io.evergraph.conformance.Letters.v;
import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;

import dev.langchain4j.agent.tool.ToolSpecification;
import io.evergraph.export.GraphLoader;
import io.evergraph.graph.BindingRegistry;
import io.evergraph.graph.Breakpoints;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.NodeHook;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.Route;
import io.evergraph.graph.Router;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.Messages;
import io.evergraph.llm.message.ToolCall;
import io.evergraph.llm.tool.ToolNode;
import io.evergraph.llm.tool.Toolset;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.ThreadId;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import io.evergraph.state.StateUpdate;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;

/** Which graphs can be built, and what is said about those that cannot. */
final class BuildingScenarios {
  private BuildingScenarios() {}

  static void addTo(Catalogue langGraph, Catalogue engines) {
    langGraph
        .add("A-01", stage -> build(stage, edges(nodes(stage.graph(), "a"), "S->a, zz->a")))
        .add("A-03", stage -> build(stage, edges(nodes(stage.graph(), "a", "b"), "a->b")))
        .add("A-05", BuildingScenarios::names)
        .add("A-06", BuildingScenarios::ends)
        .add(
            "A-08",
            stage -> build(stage, started(stage, "a").routes("a", to("k"), Map.of("k", "nope"))))
        .add("A-13", stage -> build(stage, paused(started(stage, "a"), Breakpoints.before("q"))))
        .add("A-14", stage -> build(stage, started(stage, "a", "orphan")))
        .add("A-17", stage -> stage.attempt("thread", () -> ThreadId.of("")))
        .add("A-18", BuildingScenarios::limits)
        .add("A-19", Stage::proceed)
        .add("A-20", stage -> stage.attempt("read", () -> stage.runtime().snapshot(stage.thread())))
        .add("A-23", BuildingScenarios::timeouts)
        .add("A-24", BuildingScenarios::handlers);
    engines
        .add("A2", BuildingScenarios::withoutExit)
        .add("A4", stage -> build(stage, edges(nodes(stage.graph(), "1", "2"), "S->1, 2->3")))
        .add("A5", BuildingScenarios::noTargets)
        .add("A6", stage -> build(stage, edges(nodes(stage.graph(), "a"), "S->a->b, c->a")))
        .add("A7", BuildingScenarios::routesFirst)
        .add("A8", stage -> build(stage, started(stage, "a").node("", says(""))))
        .add("A9", BuildingScenarios::edgesFirst)
        .add("A10", BuildingScenarios::unknownRoutes)
        .add("A11", BuildingScenarios::joins)
        .add("A12", BuildingScenarios::mended)
        .add("A13", BuildingScenarios::gotos)
        .add("A14", stage -> build(stage, started(stage, "a", "b")))
        .add("A15", BuildingScenarios::gotos)
        .add("A16", BuildingScenarios::misfits)
        .add("A17", BuildingScenarios::unequalBranches)
        .add("A18", BuildingScenarios::duplicates)
        .add("A19", BuildingScenarios::pauseAfterSubgraph)
        .add("A24", BuildingScenarios::toolsTwice)
        .add("A22", stage -> build(stage, started(stage, "a").hook("x", NodeHook.NONE)));
  }

  private static Stage build(Stage stage, GraphBuilder graph) {
    return stage.attempt("build", graph::build);
  }

  /** The first node is the entry; the others have no edges. */
  private static GraphBuilder started(Stage stage, String... names) {
    return nodes(stage.graph(), names).edge(START, names[0]);
  }

  private static GraphBuilder paused(GraphBuilder graph, Breakpoints where) {
    return graph.breakpoints(where);
  }

  private static Router to(String... labels) {
    return context -> Arrays.stream(labels).map(Route::to).toList();
  }

  private static void names(Stage stage) {
    build(stage, started(stage, "__start__"));
    build(stage, started(stage, "__end__"));
    build(stage, started(stage, "a|b"));
    build(stage, started(stage, "a:b"));
  }

  private static void ends(Stage stage) {
    build(stage, started(stage, "a").edge(END, "a"));
    build(stage, started(stage, "a").edge("a", START));
  }

  private static void limits(Stage stage) {
    build(stage, started(stage, "a").maxSteps(0));
    stage.start(started(stage, "a").build(), v(), RunOptions.builder().maxSteps(0));
  }

  private static void timeouts(Stage stage) {
    NodePolicy patient = NodePolicy.builder().timeout(Duration.ofSeconds(30)).build();
    stage.start(stage.graph().node("a", says("a"), patient).edge(START, "a").build(), v());
  }

  private static void handlers(Stage stage) {
    build(stage, started(stage, "a").node("__error__", says("x")).onError("__error__"));
    stage.start(started(stage, "a", "rescue").onError("rescue").build(), v());
  }

  private static void withoutExit(Stage stage) {
    build(stage, stage.graph().edge(START, "agent_1"));
    stage.start(started(stage, "agent_1").build(), v());
    stage.onNewThread().start(started(stage, "agent_1").edge("agent_1", END).build(), v());
  }

  private static void noTargets(Stage stage) {
    build(stage, started(stage, "a").routes("a", to("b"), Map.of()));
    build(stage, started(stage, "a").routes(END, to("a"), "a"));
  }

  private static void routesFirst(Stage stage) {
    build(stage, started(stage, "a").routes("llm", to("tools"), "tools"));
    GraphBuilder graph = stage.graph().routes("llm", to("tools"), "tools").edge(START, "llm");
    stage.start(nodes(graph, "llm", "tools").build(), v());
  }

  private static void edgesFirst(Stage stage) {
    stage.start(nodes(stage.graph().edge(START, "a"), "a").build(), v());
  }

  private static void unknownRoutes(Stage stage) {
    build(stage, started(stage, "a").routes("b", to("a"), "a"));
    build(stage, started(stage, "a").routes("a", to("b"), "b"));
  }

  private static void joins(Stage stage) {
    build(stage, edges(nodes(stage.graph(), "a", "b"), "S->a, S->b, [a+b]->j"));
    build(stage, edges(nodes(stage.graph(), "a", "j"), "S->a->j, [a+b]->j"));
    stage.start(edges(nodes(stage.graph(), "a", "b"), "S->a, S->b, [a+b]->E").build(), v());
  }

  private static void mended(Stage stage) {
    GraphBuilder graph = started(stage, "a").edge("a", "b");
    build(stage, graph);
    stage.start(nodes(graph, "b").build(), v());
  }

  private static void gotos(Stage stage) {
    build(stage, started(stage, "a", "b").ends("a", Map.of("goB", "b", "stop", END)));
    build(stage, started(stage, "a").ends("a", Map.of("bad", "NOPE")));
  }

  @SuppressWarnings("NullAway") // shows what becomes of a missing type
  private static void misfits(Stage stage) {
    stage.attempt("declare", () -> Channel.of("field", (Class<String>) null));
    load(stage, "{name: field, type: strange}");
    load(stage, "{name: field, type: string, reducer: strange}");
    load(stage, "{name: field, type: integer, initial: many}");
  }

  private static void load(Stage stage, String channel) {
    String text = "{name: g, state: {channels: [%s]}, nodes: [], edges: []}".formatted(channel);
    stage.attempt("load", () -> new GraphLoader(new BindingRegistry()).load(text, "g.yaml"));
  }

  /** A node of tools is a node: declared twice, it is refused, and the first one is kept. */
  private static void toolsTwice(Stage stage) {
    ListChannel<Message> chat = Messages.channel("chat");
    ToolNode first = ToolNode.of(echo("first"), chat);
    GraphBuilder graph = stage.graph().channels(chat).node("tools", first).edge(START, "tools");
    build(stage, graph.node("tools", ToolNode.of(echo("second"), chat)));
    ToolCall call = new ToolCall("1", "echo", "{}");
    Graph built = stage.graph().channels(chat).node("tools", first).edge(START, "tools").build();
    stage.start(built, StateUpdate.of(chat, Message.assistant("", call)));
    stage.note("result", stage.state().get(chat).get(1).text());
  }

  private static Toolset echo(String answer) {
    return Toolset.of(ToolSpecification.builder().name("echo").build(), (call, context) -> answer);
  }

  private static void unequalBranches(Stage stage) {
    GraphBuilder graph =
        edges(
            nodes(stage.graph(), "c", "B", "C", "C1", "D", "E1"),
            "S->c, B->D, C->C1, [C1+D]->E1->E");
    stage.start(graph.routes("c", to("B", "C"), "B", "C").build(), v());
  }

  private static void duplicates(Stage stage) {
    build(stage, nodes(started(stage, "a"), "a"));
    build(stage, started(stage, "a", "b", "c").routes("a", to("b"), "b").routes("a", to("c"), "c"));
    build(stage, started(stage, "a", "b").edge("a", "b").edge("a", "b"));
    build(stage, paused(started(stage, "a"), Breakpoints.after("x")));
  }

  private static void pauseAfterSubgraph(Stage stage) {
    Graph inner = edges(nodes(stage.graph("-inner"), "i"), "S->i").build();
    GraphBuilder graph = nodes(stage.graph(), "c").subgraph("b", inner).edge(START, "b");
    stage.start(paused(graph.edge("b", "c"), Breakpoints.after("b")).build(), v());
    stage.proceed();
  }
}

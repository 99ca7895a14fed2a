package io.evergraph.conformance;

import static io.evergraph.conformance.FlowScenarios.to;
import static io.evergraph.conformance.Letters.V;
import static io.evergraph.conformance.Letters.edges;
import static io.evergraph.conformance.Letters.nodes;
import static io.evergraph.conformance.Letters.v;
import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;

import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Router;
import io.evergraph.runtime.RunOptions;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import java.util.Map;

/** Linear flow, conditions and commands of other engines. */
final class RoutingScenarios {
  private static final Channel<Integer> STEP = Channel.of("step", Integer.class);
  private static final Channel<String> RESULT = Channel.of("result", String.class);
  private static final Channel<String> INPUT = Channel.of("input", String.class);

  private RoutingScenarios() {}

  static void addTo(Catalogue engines) {
    linear(engines);
    conditions(engines);
    context(engines);
  }

  private static void linear(Catalogue engines) {
    engines.add(
        "B1",
        stage ->
            stage.start(
                stage
                    .graph()
                    .channels(STEP, RESULT)
                    .node(
                        "increment",
                        context ->
                            Command.update(v("counted").with(STEP, context.state().get(STEP) + 1))
                                .thenGoTo("format"))
                    .ends("increment", "format")
                    .node(
                        "format",
                        context ->
                            Command.update(
                                RESULT,
                                "Final counter: %d, Steps: %d"
                                    .formatted(
                                        context.state().get(STEP), context.state().get(V).size())))
                    .edge(START, "increment")
                    .edge("format", END)
                    .build(),
                StateUpdate.of(STEP, 0)));
    engines.add(
        "B4",
        stage ->
            stage.start(
                stage
                    .graph()
                    .channels(STEP)
                    .node(
                        "self",
                        context -> {
                          int step = context.state().find(STEP).orElse(0) + 1;
                          return Command.update(STEP, step).thenGoTo(step < 2 ? "self" : END);
                        })
                    .ends("self", "self", END)
                    .edge(START, "self")
                    .build(),
                StateUpdate.empty()));
    moreLinear(engines);
  }

  private static void moreLinear(Catalogue engines) {
    engines.add("B15", RoutingScenarios::routerThatWrites);
    engines.add(
        "B16",
        stage ->
            stage.start(
                nodes(stage.graph(), "node1", "node2")
                    .node(
                        "command",
                        context -> Command.update(V, "go to command node").thenGoTo("node1"))
                    .ends("command", "node1")
                    .edge(START, "command")
                    .edge("node1", "node2")
                    .build(),
                v()));
    engines.add(
        "B20",
        stage ->
            stage.start(
                stage
                    .graph()
                    .channels(INPUT, RESULT)
                    .node("n", context -> Command.update(RESULT, "test"))
                    .edge(START, "n")
                    .build(),
                StateUpdate.of(INPUT, "test1")));
    engines.add(
        "B21",
        stage ->
            stage.start(
                stage
                    .graph()
                    .node(
                        "n", context -> Command.update(StateUpdate.of(Map.of("__internal__", "x"))))
                    .edge(START, "n")
                    .build(),
                v()));
  }

  private static void conditions(Catalogue engines) {
    engines.add(
        "B8",
        stage ->
            stage.start(
                edges(nodes(stage.graph(), "a", "b"), "S->a")
                    .ends("a", Map.of("go", "b"))
                    .route("a", state -> "go")
                    .build(),
                v()));
    engines.add(
        "B9",
        stage ->
            stage.start(
                edges(nodes(stage.graph(), "a", "b", "c"), "S->a")
                    .ends("a", Map.of("goB", "b", "goC", "c"))
                    .routes("a", context -> to("goB", "goC"))
                    .build(),
                v()));
    engines.add(
        "B10",
        stage ->
            stage.start(
                edges(nodes(stage.graph(), "a", "b", "c"), "S->a")
                    .routes("a", context -> to("b", "b", "c"), "b", "c")
                    .build(),
                v()));
    moreConditions(engines);
  }

  private static void moreConditions(Catalogue engines) {
    engines.add(
        "B12",
        stage ->
            stage.start(
                edges(nodes(stage.graph(), "a", "b"), "S->a")
                    .routes(
                        "a",
                        context -> {
                          throw new IllegalArgumentException("mc boom");
                        },
                        "b")
                    .build(),
                v()));
    engines.add(
        "B13",
        stage -> {
          Graph graph =
              edges(nodes(stage.graph(), "a", "b"), "S->a")
                  .openRoutes()
                  .route("a", state -> state.get(V).contains("wrong") ? "missing_node" : "b")
                  .build();
          String before = graph.fingerprint();
          stage.start(graph, v("wrong"));
          stage.note("unchanged", graph.fingerprint().equals(before));
          stage.onNewThread().start(graph, v());
        });
  }

  private static void context(Catalogue engines) {
    engines.add(
        "B18",
        stage -> {
          Graph graph =
              edges(nodes(stage.graph(), "a", "b", "c"), "S->a")
                  .routes("a", context -> to((String) context.runContext().get("way")), "b", "c")
                  .build();
          stage
              .start(graph, v(), RunOptions.builder().context(Map.of("way", "b")))
              .onNewThread()
              .start(graph, v(), RunOptions.builder().context(Map.of("way", "c")));
        });
    engines.add(
        "B19",
        stage ->
            stage.start(
                stage
                    .graph()
                    .node(
                        "n",
                        context ->
                            Command.update(V, (String) context.runContext().get("configData")))
                    .edge(START, "n")
                    .build(),
                v(),
                RunOptions.builder().context(Map.of("configData", "test"))));
  }

  private static void routerThatWrites(Stage stage) {
    stage.start(
        nodes(stage.graph(), "agent_1", "agent_2")
            .node(
                "agent_3",
                context -> Command.update(V, "agent_3 saw " + context.state().get(V).get(2)))
            .edge(START, "agent_1")
            .edge("agent_1", "agent_2")
            .routes(
                "agent_2",
                Router.commanding(context -> Command.update(V, "command content").thenGoTo("next")),
                Map.of("next", "agent_3"))
            .build(),
        v());
  }
}

package io.evergraph.conformance;

import static io.evergraph.conformance.Letters.V;
import static io.evergraph.conformance.Letters.edges;
import static io.evergraph.conformance.Letters.nodes;
import static io.evergraph.conformance.Letters.says;
import static io.evergraph.conformance.Letters.v;

import io.evergraph.graph.Breakpoints;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodeContext;
import io.evergraph.runtime.Fork;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** What may be written, what is refused, and who sees it. */
final class StateScenarios {
  private static final Channel<String> X = Channel.of("x", String.class);

  private StateScenarios() {}

  static void addTo(Catalogue langGraph) {
    addResults(langGraph);
    addNull(langGraph);
    addTypes(langGraph);
    addViews(langGraph);
    addHistory(langGraph);
  }

  private static void addResults(Catalogue langGraph) {
    langGraph.add(
        "B-06",
        stage ->
            stage.start(
                edges(
                        stage
                            .graph()
                            .node("a", nothingAtAll())
                            .node("b", context -> Command.update(StateUpdate.of(Map.of("v", "b")))),
                        "S->a->b")
                    .build(),
                v()));
    langGraph.add(
        "B-23",
        stage -> {
          Channel<String> root = Channel.of("root", String.class).reducedBy("join", String::concat);
          var graph = stage.graph().channels(root);
          graph.node("a", context -> Command.update(StateUpdate.of(root, "a1").with(root, "a2")));
          graph.node("b", context -> Command.update(root, "b"));
          stage.start(edges(graph, "S->a->b").build(), StateUpdate.of(root, ""));
        });
    langGraph.add(
        "B-24",
        stage ->
            stage.start(
                edges(
                        stage
                            .graph()
                            .node(
                                "a",
                                context ->
                                    Command.update(v("x").and(StateUpdate.of(Map.of("v", "y"))))),
                        "S->a")
                    .build(),
                v()));
  }

  /** What code that knows nothing of nullness may do. */
  private static NodeAction nothingAtAll() {
    return context -> null;
  }

  private static void addNull(Catalogue langGraph) {
    langGraph.add(
        "B-08",
        stage -> {
          Channel<String> told =
              Channel.of("told", String.class).reducedBy("told", (held, more) -> held + "," + more);
          var graph = stage.graph().channels(X, told);
          graph.node(
              "a", context -> Command.update(StateUpdate.of(X, null).with(told, (String) null)));
          stage.start(edges(graph, "S->a").build(), StateUpdate.of(X, "1").with(told, "in"));
          stage.onNewThread().start(edges(nullInList(stage), "S->a").build(), v("in"));
        });
  }

  private static GraphBuilder nullInList(Stage stage) {
    return stage
        .graph("-list")
        .node("a", context -> Command.update(StateUpdate.of((Channel<List<String>>) V, null)));
  }

  private static void addTypes(Catalogue langGraph) {
    langGraph.add(
        "B-17",
        stage -> {
          Channel<String> any = X.lastWins().ephemeral();
          var graph = stage.graph().channels(any);
          graph.node("a", context -> Command.update(any, "1"));
          graph.node("b", context -> Command.update(any, "2"));
          graph.node("c", context -> Command.update(V, "c " + context.state().find(any)));
          graph.node("d", context -> Command.update(V, "d " + context.state().find(any)));
          stage.start(edges(graph, "S->a->c, S->b->c->d").build(), v());
        });
    langGraph.add(
        "B-18",
        stage -> {
          var graph = nodes(stage.graph().channels(X), "b");
          graph.node("a", context -> Command.update(V, "a " + context.state().get(X)));
          graph.breakpoints(Breakpoints.before("b"));
          Graph built = edges(graph, "S->a->b").build();
          stage.start(built, v());
          stage.onNewThread().start(built, StateUpdate.of(X, "kept")).proceed();
        });
    langGraph.add(
        "B-22",
        stage -> {
          Channel<Integer> number = Channel.of("n", Integer.class);
          var graph = nodes(stage.graph().channels(number), "b");
          graph.node("a", context -> Command.update(StateUpdate.of(Map.of("n", "many"))));
          Graph built = edges(graph, "S->a->b").build();
          stage.start(built, StateUpdate.of(Map.of("n", "none")));
          stage.onNewThread().start(built, StateUpdate.of(number, 1));
        });
  }

  private static void addViews(Catalogue langGraph) {
    langGraph.add(
        "B-13",
        stage -> {
          Channel<String> question = Channel.of("q", String.class);
          Channel<String> answer = Channel.of("ans", String.class);
          Channel<String> secret = Channel.of("priv", String.class);
          var graph = stage.graph().channels(question, answer, secret);
          graph.inputs(question).outputs(answer, V).reads("a", question).reads("b", secret);
          graph.node("a", context -> Command.update(v(seen(context)).with(secret, "p")));
          graph.node(
              "b",
              context ->
                  Command.update(v(seen(context)).with(answer, context.state().get(secret) + "!")));
          Graph built = edges(graph, "S->a->b").build();
          stage.start(built, StateUpdate.of(question, "hi").with(secret, "refused"));
          stage.onNewThread().start(built, StateUpdate.of(question, "hi"));
        });
    langGraph.add(
        "B-14",
        stage -> {
          stage.start(edges(carrying(stage, ""), "S->a->b").build(), v());
          Graph pausing =
              edges(carrying(stage, "-pausing"), "S->a->b")
                  .breakpoints(Breakpoints.before("b"))
                  .build();
          stage.onNewThread().start(pausing, v()).proceed();
        });
  }

  private static GraphBuilder carrying(Stage stage, String suffix) {
    Channel<String> live = Channel.of("u", String.class).untracked();
    return stage
        .graph(suffix)
        .channels(live)
        .node("a", context -> Command.update(v("a").with(live, "live")))
        .node("b", context -> Command.update(V, context.state().find(live).orElse("none")));
  }

  private static String seen(NodeContext context) {
    return context.node() + " sees " + new TreeSet<>(context.state().values().keySet());
  }

  private static void addHistory(Catalogue langGraph) {
    langGraph.add(
        "B-26",
        stage -> {
          var graph = nodes(stage.graph(), "a", "b");
          graph.node("c", context -> Command.update(StateUpdate.overwrite(V, List.of("new"))));
          graph.node("d", says("d"));
          stage.start(edges(graph, "S->a->b->c->d").build(), v("in"));
          long last = stage.runtime().snapshot(stage.thread()).checkpoint();
          for (long checkpoint = 1; checkpoint <= last; checkpoint++) {
            stage.note("at", stage.runtime().stateAt(stage.thread(), checkpoint).get(V));
          }
          stage.attemptOnThread("fork", () -> stage.runtime().fork(stage.thread(), Fork.of(3)));
          stage.proceed();
        });
  }
}

package io.evergraph.conformance;

import static io.evergraph.conformance.Letters.V;
import static io.evergraph.conformance.Letters.edges;
import static io.evergraph.conformance.Letters.nodes;
import static io.evergraph.conformance.Letters.says;
import static io.evergraph.conformance.Letters.v;
import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;

import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.Route;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunStream;
import io.evergraph.runtime.StreamMode;
import io.evergraph.runtime.StreamOptions;
import io.evergraph.runtime.StreamPart;
import io.evergraph.state.Channel;
import io.evergraph.state.State;
import io.evergraph.state.StateUpdate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Edges, joins, deferred nodes and loops. */
final class FlowScenarios {
  private static final Channel<Integer> COUNT = Channel.of("c", Integer.class);

  private FlowScenarios() {}

  static void addTo(Catalogue langGraph) {
    routes(langGraph);
    joins(langGraph);
    defers(langGraph);
    loops(langGraph);
  }

  private static void routes(Catalogue langGraph) {
    langGraph.add(
        "C-03",
        stage ->
            stage.start(
                edges(nodes(stage.graph(), "a", "b", "c", "d"), "S->a, b->d, c->d")
                    .routes("a", context -> to("c", "b"), "b", "c")
                    .build(),
                v()));
    langGraph.add(
        "C-04",
        stage ->
            stage.start(
                edges(nodes(stage.graph(), "a", "b"), "S->a")
                    .route("a", state -> END, "b", END)
                    .build(),
                v()));
    langGraph.add(
        "C-06",
        stage ->
            stage.start(
                edges(nodes(stage.graph(), "a"), "S->a")
                    .openRoutes()
                    .route("a", state -> "ghost")
                    .build(),
                v()));
    langGraph.add("C-08", FlowScenarios::ownWrites);
    langGraph.add(
        "C-09",
        stage ->
            stage.start(
                edges(nodes(stage.graph(), "a", "b", "c"), "S->a->b")
                    .route("a", state -> "c", "c")
                    .build(),
                v()));
    langGraph.add(
        "C-32",
        stage ->
            stage.start(
                edges(nodes(stage.graph(), "a", "b"), "S->a")
                    .routes(
                        "a",
                        context -> {
                          throw new IllegalArgumentException("no way");
                        },
                        "b")
                    .build(),
                v()));
  }

  private static void ownWrites(Stage stage) {
    GraphBuilder builder = edges(nodes(stage.graph(), "a", "b", "c"), "S->a, S->b");
    for (String node : List.of("a", "b")) {
      builder.route(node, state -> state.get(V).equals(List.of("in", node)) ? "c" : END, "c", END);
    }
    stage.start(builder.build(), v("in"));
  }

  private static void joins(Catalogue langGraph) {
    langGraph.add("C-11", FlowScenarios::slowSibling);
    langGraph.add(
        "C-11b",
        stage ->
            stage.start(
                edges(nodes(stage.graph(), "a", "b", "c", "j"), "S->a, [b+c]->j")
                    .route("a", state -> "b", "b", "c")
                    .build(),
                v()));
    langGraph.add(
        "C-12",
        stage ->
            stage.start(
                edges(nodes(stage.graph(), "a", "b", "b2", "j"), "S->a->j, S->b->b2->j").build(),
                v()));
    langGraph.add(
        "C-13",
        stage ->
            stage.start(
                edges(
                        nodes(stage.graph(), "r", "an", "r1", "r2", "qa"),
                        "S->r->an->r1, r->r2, [r1+r2]->qa, r->qa")
                    .build(),
                v()));
    langGraph.add(
        "C-14",
        stage ->
            stage.start(
                edges(nodes(stage.graph(), "a", "b", "j"), "S->a, S->b, [a+b]->j")
                    .routes(
                        "j",
                        context -> count(context.state(), "j") < 2 ? to("a", "b") : List.of(),
                        "a",
                        "b")
                    .build(),
                v()));
    moreJoins(langGraph);
  }

  private static void moreJoins(Catalogue langGraph) {
    langGraph.add(
        "C-14b",
        stage ->
            stage.start(
                edges(
                        nodes(stage.graph(), "a", "a2", "w1", "w2", "w3", "b", "j"),
                        "S->a->a2, S->w1->w2->w3->b, [a+b]->j")
                    .route("a2", state -> count(state, "a") < 2 ? "a" : END, "a", END)
                    .build(),
                v()));
    langGraph.add(
        "C-31",
        stage ->
            stage.start(
                edges(nodes(stage.graph(), "a", "b"), "S->a, S->b, [a+b]->E").build(), v()));
  }

  /** Node b_slow ends when the updates of all others have been seen. */
  private static void slowSibling(Stage stage) {
    CountDownLatch released = new CountDownLatch(1);
    GraphBuilder builder = nodes(stage.graph(), "z", "c", "a");
    builder.node(
        "b_slow",
        context -> {
          released.await(30, TimeUnit.SECONDS);
          return Command.update(V, "b_slow");
        });
    Graph graph = edges(builder, "S->z, S->b_slow, S->c, S->a").build();
    stage.runtime().graphs().register(graph);
    RunHandle run = stage.runtime().start(graph, stage.thread(), v());
    List<String> seen = new ArrayList<>();
    try (RunStream parts = stage.runtime().stream(run, StreamOptions.of(StreamMode.UPDATES))) {
      for (StreamPart part : parts) {
        if (part instanceof StreamPart.Update update) {
          seen.add(update.origin().node());
        }
        if (seen.size() == 3) {
          released.countDown();
        }
      }
    }
    stage.run("start", () -> run);
    stage.note("first updates", seen.subList(0, 3).stream().sorted().toList());
    stage.note("last update", seen.get(3));
  }

  private static void defers(Catalogue langGraph) {
    langGraph.add(
        "C-15",
        stage ->
            stage.start(
                edges(
                        nodes(stage.graph(), "a", "b", "b2", "b3", "d"),
                        "S->a->b->b2->b3, a->d, b->d")
                    .defer("d")
                    .build(),
                v()));
    langGraph.add(
        "C-15b",
        stage ->
            stage.start(
                edges(nodes(stage.graph(), "a", "d1", "d2", "e"), "S->a->d1->e, a->d2")
                    .defer("d1", "d2")
                    .build(),
                v()));
    langGraph.add(
        "C-15c",
        stage ->
            stage.start(
                edges(nodes(stage.graph(), "a", "x", "y", "d1", "d2"), "S->a->d1->d2, a->x->y->d2")
                    .defer("d1", "d2")
                    .build(),
                v()));
    langGraph.add(
        "C-15d",
        stage ->
            stage.start(
                edges(nodes(stage.graph(), "a", "d", "x", "y"), "S->a, x->y")
                    .defer("d")
                    .routes(
                        "a",
                        context -> List.of(Route.send("d", StateUpdate.empty()), Route.to("x")),
                        "d",
                        "x")
                    .build(),
                v()));
  }

  private static void loops(Catalogue langGraph) {
    langGraph.add(
        "C-28",
        stage -> {
          Graph graph =
              edges(nodes(stage.graph(), "a"), "S->a")
                  .route("a", state -> count(state, "a") < 5 ? "a" : END, "a", END)
                  .build();
          stage.start(graph, v(), RunOptions.builder().maxSteps(3)).proceed(10);
        });
    langGraph.add(
        "C-40",
        stage ->
            stage.start(
                stage
                    .graph()
                    .channels(COUNT)
                    .node(
                        "inc",
                        context -> Command.update(COUNT, context.state().find(COUNT).orElse(0) + 1))
                    .edge(START, "inc")
                    .route("inc", state -> state.get(COUNT) < 5 ? "inc" : END, "inc", END)
                    .build(),
                StateUpdate.of(COUNT, 0)));
    langGraph.add(
        "C-43",
        stage -> {
          Graph graph = stage.graph().node("a", says("a")).edge(START, "a").build();
          stage.start(graph, v()).start(graph, StateUpdate.empty()).proceed();
        });
  }

  static List<Route> to(String... names) {
    return List.of(names).stream().map(Route::to).toList();
  }

  static long count(State state, String name) {
    return state.get(V).stream().filter(name::equals).count();
  }
}

package io.evergraph.conformance;

import static io.evergraph.conformance.Letters.V;
import static io.evergraph.conformance.Letters.edges;
import static io.evergraph.conformance.Letters.says;
import static io.evergraph.conformance.Letters.v;

import io.evergraph.graph.CachePolicy;
import io.evergraph.graph.Command;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodeHook;
import io.evergraph.graph.NodePolicy;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import java.time.Duration;

/** Results that are used again. */
final class CacheScenarios {
  private static final Channel<String> X = Channel.of("x", String.class);
  private static final Channel<String> Y = Channel.of("y", String.class);

  private CacheScenarios() {}

  static void addTo(Catalogue engines) {
    addHits(engines);
    addMisses(engines);
  }

  private static void addHits(Catalogue engines) {
    engines.add(
        "J2",
        stage -> {
          var graph =
              caching(stage, "a", CachePolicy.ALWAYS)
                  .hook(
                      "a",
                      NodeHook.after(
                          (context, result) -> {
                            stage.called("hook");
                            return Command.update(result.update().and(v("decorated")));
                          }));
          twice(stage, edges(graph, "S->a")).noteCalls();
        });
    engines.add(
        "J3",
        stage -> {
          var built =
              edges(caching(stage, "a", CachePolicy.ALWAYS.byChannels("x")), "S->a").build();
          stage.start(built, StateUpdate.of(X, "1").with(Y, "1"));
          stage.onNewThread().start(built, StateUpdate.of(X, "1").with(Y, "2"));
          stage.onNewThread().start(built, StateUpdate.of(X, "2").with(Y, "2"));
          var keyed =
              stage
                  .graph("-keyed")
                  .channels(X, Y)
                  .node(
                      "f",
                      NodeAction.keyed(state -> state.get(X).strip(), stage.counted(says("f"))),
                      NodePolicy.builder().cache(CachePolicy.ALWAYS).build());
          var byFunction = edges(keyed, "S->f").build();
          stage.onNewThread().start(byFunction, StateUpdate.of(X, "1").with(Y, "1"));
          stage.onNewThread().start(byFunction, StateUpdate.of(X, " 1 ").with(Y, "2"));
          stage.onNewThread().start(byFunction, StateUpdate.of(X, "2").with(Y, "1"));
          stage.noteCalls();
        });
  }

  private static void addMisses(Catalogue engines) {
    engines.add(
        "J4",
        stage -> {
          var graph = caching(stage, "long", CachePolicy.ALWAYS.livingFor(Duration.ofHours(1)));
          cached(stage, graph, "short", CachePolicy.ALWAYS.livingFor(Duration.ofNanos(1)));
          twice(stage, edges(graph, "S->long, S->short")).noteCalls();
        });
    engines.add(
        "J5",
        stage -> {
          var graph = caching(stage, "a", CachePolicy.ALWAYS);
          cached(stage, graph, "b", CachePolicy.ALWAYS);
          var built = edges(graph, "S->a, S->b").build();
          stage.start(built, v());
          stage.runtime().cache().clear(built.name(), "a");
          stage.onNewThread().start(built, v()).noteCalls();
        });
    engines.add(
        "J6",
        stage -> {
          for (String version : new String[] {"1", "1", "2"}) {
            var graph = caching(stage, "a", CachePolicy.ALWAYS.version(version));
            stage.onNewThread().start(edges(graph, "S->a").build(), v());
          }
          stage.noteCalls();
        });
  }

  private static Stage twice(Stage stage, GraphBuilder graph) {
    var built = graph.build();
    return stage.start(built, v()).onNewThread().start(built, v());
  }

  private static GraphBuilder caching(Stage stage, String node, CachePolicy policy) {
    return cached(stage, stage.graph().channels(X, Y), node, policy);
  }

  private static GraphBuilder cached(
      Stage stage, GraphBuilder graph, String node, CachePolicy policy) {
    return graph.node(
        node,
        context -> {
          stage.called(node);
          return Command.update(V, node);
        },
        NodePolicy.builder().cache(policy).build());
  }
}

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
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.JoinRule;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.Route;
import io.evergraph.runtime.RunOptions;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Branches, joins and fan-out of other engines. */
final class ParallelScenarios {
  private static final Channel<String> TASK = Channel.of("task", String.class);
  private static final List<String> BRANCHES = List.of("fast", "slow1", "slow2");
  private static final NodePolicy ONCE = NodePolicy.builder().attempts(1).build();

  private ParallelScenarios() {}

  static void addTo(Catalogue engines) {
    branches(engines);
    sends(engines);
    races(engines);
  }

  private static void branches(Catalogue engines) {
    engines.add(
        "D1",
        stage ->
            stage.start(
                edges(
                        nodes(stage.graph(), "A", "A1", "A3", "B", "C").node("A2", pausing(150)),
                        "S->A->A1->B->C, A->A2->B, A->A3->B")
                    .build(),
                v()));
    engines.add(
        "D2",
        stage ->
            stage.start(
                edges(
                        nodes(stage.graph(), "A1", "A2", "A3", "B", "C"),
                        "S->A1->B->C, S->A2->B, S->A3->B")
                    .build(),
                v(),
                RunOptions.builder().maxConcurrency(1)));
    engines.add(
        "D3",
        stage ->
            stage.start(
                edges(
                        nodes(stage.graph(), "start", "b", "c", "join"),
                        "S->start->b, start->c, [b+c]->join->E")
                    .build(),
                v()));
    engines.add(
        "D24",
        stage ->
            stage.start(
                edges(nodes(stage.graph(), "A", "A1", "A2", "B", "D"), "S->A->A1, A->A2->D")
                    .routes("A1", context -> to("x", "y", "x"), Map.of("x", "B", "y", "D"))
                    .build(),
                v()));
    moreBranches(engines);
  }

  private static void moreBranches(Catalogue engines) {
    engines.add(
        "D25",
        stage -> {
          Graph plain =
              edges(nodes(stage.graph("-edges"), "a", "b", "c", "d", "e"), "S->a->b->e, a->c->d->e")
                  .build();
          Graph joined =
              edges(
                      nodes(stage.graph("-join"), "a", "b", "c", "d", "e"),
                      "S->a->b, a->c->d, [b+d]->e")
                  .build();
          stage.start(plain, v()).onNewThread().start(joined, v());
        });
    engines.add(
        "D27",
        stage ->
            stage.start(
                edges(nodes(stage.graph(), "a", "b", "j", "z"), "S->a->j, S->b->j")
                    .route(
                        "j",
                        state -> state.get(V).equals(List.of("a", "b", "j")) ? "z" : END,
                        "z",
                        END)
                    .build(),
                v()));
  }

  private static void sends(Catalogue engines) {
    engines.add("D5", stage -> stage.start(planned(stage, "A", "B"), v()));
    engines.add("D7", stage -> stage.start(planned(stage), v()));
    engines.add(
        "D8",
        stage ->
            stage.start(
                stage
                    .graph()
                    .channels(TASK)
                    .node("plan", context -> Command.goTo("w"))
                    .ends("plan", "w")
                    .node("w", context -> Command.update(V, context.state().get(TASK)))
                    .edge(START, "plan")
                    .build(),
                StateUpdate.of(TASK, "global")));
  }

  private static Graph planned(Stage stage, String... tasks) {
    List<Route> sends =
        List.of(tasks).stream().map(task -> Route.send("w", StateUpdate.of(TASK, task))).toList();
    return nodes(stage.graph().channels(TASK), "static")
        .node("plan", context -> Command.none().then(sends))
        .ends("plan", "w")
        .node("w", context -> Command.update(V, context.state().get(TASK)))
        .edge(START, "plan")
        .edge("plan", "static")
        .build();
  }

  private static void races(Catalogue engines) {
    engines.add(
        "D15",
        stage -> {
          Graph any =
              threeWays(stage.graph("-any"), 30_000)
                  .join(BRANCHES, "merge", JoinRule.any())
                  .build();
          Graph all = threeWays(stage.graph("-all"), 100).join(BRANCHES, "merge").build();
          stage.start(any, v()).onNewThread().start(all, v());
        });
    engines.add(
        "D16",
        stage -> {
          Graph one =
              edges(nodes(stage.graph("-one"), "b", "end").node("a", fails(), ONCE), "S->a, S->b")
                  .join(List.of("a", "b"), "end", JoinRule.firstSuccess())
                  .build();
          Graph none =
              edges(
                      nodes(stage.graph("-none"), "end")
                          .node("a", fails(), ONCE)
                          .node("b", fails(), ONCE),
                      "S->a, S->b")
                  .join(List.of("a", "b"), "end", JoinRule.any())
                  .build();
          stage.start(one, v()).onNewThread().start(none, v());
        });
  }

  private static GraphBuilder threeWays(GraphBuilder graph, long millis) {
    return edges(
        nodes(graph, "fast", "merge")
            .node("slow1", pausing(millis))
            .node("slow2", pausing(millis + millis / 2)),
        "S->fast, S->slow1, S->slow2");
  }

  private static NodeAction pausing(long millis) {
    return context -> {
      TimeUnit.MILLISECONDS.sleep(millis);
      return Command.update(V, context.node());
    };
  }

  private static NodeAction fails() {
    return context -> {
      throw new IllegalStateException(context.node() + " is broken");
    };
  }
}

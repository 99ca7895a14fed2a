package io.evergraph.contract;

import static io.evergraph.contract.Graphs.LOG;
import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodeHook;
import io.evergraph.graph.Router;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.state.StateUpdate;
import java.util.Collections;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** What code gives that was compiled without regard to nullness. */
@NullUnmarked
class NullContract extends RuntimeContract {
  private final AtomicInteger runs = new AtomicInteger();

  private GraphBuilder graph(String name, NodeAction node) {
    return Graph.builder(name)
        .channels(LOG)
        .node(
            "first",
            context -> {
              runs.incrementAndGet();
              return node.run(context);
            })
        .node("second", Graphs.log("second"))
        .edge(START, "first")
        .openRoutes();
  }

  private void shouldPark(GraphBuilder graph, String... words) {
    RunResult result = start(graph.build(), StateUpdate.empty());

    assertThat(result.status()).isEqualTo(RunStatus.PARKED);
    assertThat(result.error().orElseThrow())
        .hasMessageContaining("InvalidInputException")
        .hasMessageContainingAll(words);
    assertThat(runs).hasValueLessThan(2);
  }

  @Test
  void shouldRefuseARouterThatNamesNothing() {
    Router nowhere = Router.of(state -> null);

    shouldPark(
        graph("null-target", context -> Command.none()).routes("first", nowhere, "second", END),
        "the target of a route",
        "null");
  }

  @Test
  void shouldRefuseARouterThatReturnsNoList() {
    shouldPark(
        graph("null-routes", context -> Command.none())
            .routes("first", context -> null, "second", END),
        "router",
        "null");
  }

  @Test
  void shouldRefuseAListOfRoutesWithNothingInIt() {
    shouldPark(
        graph("null-route", context -> Command.none())
            .routes("first", context -> Collections.singletonList(null), "second", END),
        "a route",
        "null");
  }

  @Test
  void shouldRefuseARouterThatReturnsNoCommand() {
    shouldPark(
        graph("null-command", context -> Command.none())
            .routes("first", Router.commanding(context -> null), "second", END),
        "router",
        "null");
  }

  @Test
  void shouldRefuseHooksThatReturnNothing() {
    NodeHook[] hooks = {
      NodeHook.before(context -> null),
      NodeHook.after((context, result) -> null),
      NodeHook.onError((context, failure) -> null)
    };
    for (int hook = 0; hook < hooks.length; hook++) {
      newThread();
      runs.set(0);
      shouldPark(
          graph(
                  "null-hook-" + hook,
                  context -> {
                    if (context.idempotencyKey().isEmpty()) {
                      return Command.none();
                    }
                    throw new IllegalStateException("for onError");
                  })
              .hook("first", hook == 1 ? around(hooks[hook]) : hooks[hook]),
          "hook",
          "null");
    }
  }

  /** The node fails; a result takes the place of its failure, so that the hook sees one. */
  private static NodeHook around(NodeHook after) {
    return after.around(
        NodeHook.onError((context, failure) -> java.util.Optional.of(Command.none())));
  }

  @Test
  void shouldRefuseAGotoToNothing() {
    shouldPark(graph("null-goto", context -> Command.goTo((String) null)), "route", "null");
    newThread();
    runs.set(0);
    shouldPark(graph("null-gotos", context -> Command.goTo((String[]) null)), "goto", "null");
  }
}

package io.evergraph.contract;

import static io.evergraph.contract.Graphs.LOG;
import static io.evergraph.contract.Graphs.QUICK;
import static io.evergraph.contract.Graphs.log;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.event.RunEvent;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.NodeHook;
import io.evergraph.graph.NodePolicy;
import io.evergraph.runtime.GraphListener;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.state.State;
import io.evergraph.state.StateUpdate;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** What runs around nodes, what listeners hear, and what nodes tell of themselves. */
class HookContract extends RuntimeContract {

  private static GraphBuilder graph(String name) {
    return Graph.builder(name).channels(LOG);
  }

  private static NodeHook instead(String entry) {
    return NodeHook.before(context -> Optional.of(Command.update(LOG, entry)));
  }

  private static NodeHook adding(String entry) {
    return NodeHook.after(
        (context, result) -> Command.update(result.update().and(StateUpdate.of(LOG, entry))));
  }

  @Test
  void shouldUseTheResultOfAHookInsteadOfRunningTheNode() {
    AtomicInteger runs = new AtomicInteger();

    RunResult result =
        sameAsInMemory(
            (runtime, script) ->
                script.start(
                    runtime,
                    graph("hook-before")
                        .node(
                            "a",
                            context -> {
                              runs.incrementAndGet();
                              return Command.none();
                            })
                        .node("b", log("b"))
                        .edge(START, "a")
                        .edge("a", "b")
                        .hook("a", instead("hooked"))
                        .build(),
                    StateUpdate.empty()));

    assertThat(result.state().get(LOG)).containsExactly("hooked", "b");
    assertThat(runs).hasValue(0);
  }

  @Test
  void shouldLetAHookReplaceTheResult() {
    RunResult result =
        sameAsInMemory(
            (runtime, script) ->
                script.start(
                    runtime,
                    graph("hook-after")
                        .node("a", log("a"))
                        .edge(START, "a")
                        .hook(adding("seen"))
                        .build(),
                    StateUpdate.empty()));

    assertThat(result.state().get(LOG)).containsExactly("a", "seen");
  }

  @Test
  void shouldLetAHookTurnAnErrorIntoAResult() {
    NodeHook recovering =
        NodeHook.onError(
            (context, failure) ->
                Optional.of(Command.update(LOG, "instead of " + failure.getMessage())));

    RunResult result =
        sameAsInMemory(
            (runtime, script) ->
                script.start(
                    runtime,
                    graph("hook-error")
                        .node(
                            "a",
                            context -> {
                              throw new IllegalStateException("boom");
                            })
                        .edge(START, "a")
                        .hook(recovering)
                        .build(),
                    StateUpdate.empty()));

    assertThat(result.state().get(LOG)).containsExactly("instead of boom");
  }

  @Test
  void shouldFailTheNodeWhenAHookThrows() {
    RunResult before =
        start(
            graph("hook-fails")
                .node("a", log("a"))
                .edge(START, "a")
                .hook(
                    NodeHook.before(
                        context -> {
                          throw new IllegalArgumentException("hook refuses");
                        }))
                .build(),
            StateUpdate.empty());

    assertThat(before.status()).isEqualTo(RunStatus.PARKED);
    assertThat(before.error()).get().asString().contains("hook refuses");
  }

  @Test
  void shouldPreferThePartsOfTheNodesHookAndKeepTheOthersOfTheGraphs() {
    RunResult result =
        start(
            graph("hook-overrides")
                .node("a", log("a"))
                .node("b", log("b"))
                .edge(START, "a")
                .edge("a", "b")
                .hook(instead("for all"))
                .hook(adding("seen"))
                .hook("a", instead("for a"))
                .build(),
            StateUpdate.empty());

    assertThat(result.state().get(LOG)).containsExactly("for a", "seen", "for all", "seen");
  }

  @Test
  void shouldTellListenersOncePerNodeThoughOneOfThemFails() {
    Heard heard = new Heard(thread().value());
    runtime().graphs().addListener(new Failing(thread().value()));
    runtime().graphs().addListener(heard);

    start(
        graph("heard")
            .node("a", log("A"), QUICK)
            .node("b", log("B"))
            .edge(START, "a")
            .edge("a", "b")
            .build(),
        StateUpdate.empty());

    Awaitility.await().until(() -> heard.all.contains("RunFinished"));
    assertThat(heard.all)
        .containsExactly(
            "RunStarted", "before a", "after a [A]", "before b", "after b [A, B]", "RunFinished");
  }

  private static final class Failing implements GraphListener {
    private final String thread;

    Failing(String thread) {
      this.thread = thread;
    }

    @Override
    public void onEvent(String graph, String where, RunEvent event) {
      if (where.equals(thread)) {
        throw new IllegalStateException("this listener always fails");
      }
    }
  }

  private static final class Heard implements GraphListener {
    private final String thread;
    private final List<String> all = new CopyOnWriteArrayList<>();

    Heard(String thread) {
      this.thread = thread;
    }

    private void hear(String where, String what) {
      if (where.equals(thread)) {
        all.add(what);
      }
    }

    @Override
    public void onEvent(String graph, String where, RunEvent event) {
      if (event instanceof RunEvent.RunStarted || event.endsRun()) {
        hear(where, event.type());
      }
    }

    @Override
    public void beforeNode(String graph, String where, String taskId, String node) {
      hear(where, "before " + node);
    }

    @Override
    public void afterNode(String graph, String where, RunEvent.TaskFinished event, State state) {
      hear(where, "after " + event.node() + " " + state.get(LOG));
    }
  }

  @Test
  void shouldReportWhatANodeUsed() {
    RunResult result =
        sameAsInMemory(
            (runtime, script) ->
                script.start(
                    runtime,
                    graph("usage")
                        .node(
                            "model",
                            context -> {
                              context.usage("inputTokens", 30);
                              context.usage("outputTokens", 5);
                              context.usage("outputTokens", 7);
                              return Command.none();
                            })
                        .edge(START, "model")
                        .build(),
                    StateUpdate.empty()));

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(runtime().events(thread(), 1))
        .filteredOn(RunEvent.TaskFinished.class::isInstance)
        .singleElement()
        .extracting(event -> ((RunEvent.TaskFinished) event).report().usage())
        .hasToString("{inputTokens=30, outputTokens=12}");
  }

  @Test
  void shouldShowTheNextAttemptHowFarTheOneBeforeCame() {
    RunResult result =
        start(
            graph("heartbeats")
                .node(
                    "count",
                    context -> {
                      int begin = context.lastHeartbeat(Integer.class).orElse(0);
                      context.heartbeat(begin + 10);
                      if (context.attempt() < 3) {
                        throw new IllegalStateException("not there yet");
                      }
                      return Command.update(LOG, "began at " + begin);
                    },
                    NodePolicy.builder().retry(QUICK.retries().get(0)).build())
                .edge(START, "count")
                .build(),
            StateUpdate.empty());

    assertThat(result.state().get(LOG)).containsExactly("began at 20");
  }
}

package io.evergraph.contract;

import static io.evergraph.contract.Graphs.LOG;
import static io.evergraph.contract.Graphs.QUICK;
import static io.evergraph.contract.Graphs.VALUE;
import static io.evergraph.contract.Graphs.log;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.event.RunEvent;
import io.evergraph.graph.Command;
import io.evergraph.graph.Flow.Execution;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.Route;
import io.evergraph.runtime.Fork;
import io.evergraph.runtime.HistoryEntry;
import io.evergraph.runtime.HistoryQuery;
import io.evergraph.runtime.OnCancel;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.state.StateUpdate;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Graphs whose tasks start as soon as their own triggers are in. */
class EagerContract extends RuntimeContract {
  private final CountDownLatch downBegan = new CountDownLatch(1);

  static GraphBuilder eager(String name) {
    return Graph.builder(name).channels(LOG, VALUE).execution(Execution.EAGER);
  }

  /** Logs its name and what it saw of the log. */
  static NodeAction sees(String name) {
    return context -> Command.update(LOG, name + context.state().get(LOG));
  }

  /** A slow branch of one node, and a fast one of two, which meet at a join. */
  static GraphBuilder diamond(String name, NodeAction slow, NodeAction down) {
    return eager(name)
        .node("slow", slow, QUICK)
        .node("fast", sees("fast"))
        .node("down", down)
        .node("end", log("end"))
        .edge(START, "slow")
        .edge(START, "fast")
        .edge("fast", "down")
        .join(List.of("slow", "down"), "end");
  }

  private GraphBuilder diamond(String name, NodeAction slow) {
    NodeAction down =
        context -> {
          downBegan.countDown();
          return sees("down").run(context);
        };
    return diamond(name, slow, down);
  }

  private NodeAction afterDownBegan(NodeAction action) {
    return context -> {
      assertThat(downBegan.await(30, TimeUnit.SECONDS)).isTrue();
      return action.run(context);
    };
  }

  @Test
  void shouldBeginWhatFollowsTheFastBranchBeforeTheSlowOneEnds() {
    Graph graph = diamond("eager_diamond", afterDownBegan(sees("slow"))).build();

    RunResult result = start(graph, StateUpdate.empty());

    assertThat(result.state().get(LOG))
        .containsExactlyInAnyOrder("fast[]", "down[fast[]]", "slow[]", "end")
        .startsWith("fast[]")
        .endsWith("end");
  }

  @Test
  void shouldGiveARetryTheStateThatTheFirstAttemptSaw() {
    AtomicBoolean failed = new AtomicBoolean();
    NodeAction failsOnce =
        context -> {
          if (failed.compareAndSet(false, true)) {
            forgetStates();
            throw new IllegalStateException("the first time");
          }
          return sees("slow").run(context);
        };
    Graph graph = diamond("eager_retry", afterDownBegan(failsOnce)).build();

    RunResult result = start(graph, StateUpdate.empty());

    assertThat(result.state().get(LOG)).contains("slow[]").endsWith("end").hasSize(4);
  }

  @Test
  void shouldLoopBesideWhatIsSentAndJoinInTheEnd() {
    NodeAction counts =
        context ->
            Command.update(VALUE, context.state().find(VALUE).orElse("") + "x")
                .thenGoTo(context.state().find(VALUE).orElse("").length() < 2 ? "loop" : "looped");
    Graph graph =
        eager("eager_loop")
            .node("loop", counts)
            .node("looped", log("looped"))
            .node("split", log("split"))
            .node("work", context -> Command.update(LOG, context.state().get(VALUE)))
            .node("end", log("end"))
            .edge(START, "loop")
            .edge(START, "split")
            .ends("loop", "loop", "looped")
            .routes(
                "split",
                context ->
                    List.of(
                        Route.send("work", StateUpdate.of(VALUE, "one")),
                        Route.send("work", StateUpdate.of(VALUE, "two"))),
                "work")
            .join(List.of("looped", "work"), "end")
            .build();

    RunResult result = start(graph, StateUpdate.empty());

    assertThat(result.state().get(VALUE)).isEqualTo("xxx");
    assertThat(result.state().get(LOG)).contains("split", "one", "two", "looped", "end");
  }

  @Test
  void shouldTellItsHistoryAndForkFromTheMiddleOfIt() {
    Graph graph = diamond("eager_fork", afterDownBegan(sees("slow"))).build();
    start(graph, StateUpdate.empty());
    long forked =
        runtime().history(thread(), HistoryQuery.all()).stream()
            .map(HistoryEntry::snapshot)
            .filter(then -> then.next().equals(List.of("slow", "down")))
            .findFirst()
            .orElseThrow()
            .checkpoint();
    assertThat(runtime().stateAt(thread(), forked).get(LOG)).containsExactly("fast[]");

    runtime().fork(thread(), Fork.of(forked));
    RunResult result = await(runtime().proceed(thread(), thread() + "-on", null));

    assertThat(result.state().get(LOG))
        .containsExactlyInAnyOrder("fast[]", "slow[fast[]]", "down[fast[]]", "end");
  }

  @Test
  void shouldBeEagerInASubgraphBesideSupersteps() {
    Graph child = diamond("eager_child", afterDownBegan(sees("slow"))).build();
    Graph graph =
        Graph.builder("eager_parent")
            .channels(LOG, VALUE)
            .subgraph("child", child)
            .node("after", log("after"))
            .edge(START, "child")
            .edge("child", "after")
            .build();

    assertThat(start(graph, StateUpdate.empty()).state().get(LOG))
        .contains("down[fast[]]", "slow[]")
        .endsWith("end", "after");
  }

  @Test
  void shouldCancelWhatRunsAndKeepWhatIsCommitted() throws Exception {
    CountDownLatch released = new CountDownLatch(1);
    NodeAction stays =
        context -> {
          released.await(30, TimeUnit.SECONDS);
          return sees("slow").run(context);
        };
    Graph graph = diamond("eager_cancel", stays).build();
    runtime().graphs().register(graph);
    RunHandle run =
        runtime().start(graph.name(), thread(), StateUpdate.empty(), RunOptions.defaults());
    awaitEvent(
        event ->
            event instanceof RunEvent.StepCommitted step && step.next().equals(List.of("slow")));

    runtime().cancel(run.thread(), run.runId(), OnCancel.KEEP);
    RunResult cancelled = await(run);

    assertThat(cancelled.status()).isEqualTo(RunStatus.CANCELLED);
    assertThat(cancelled.state().get(LOG)).containsExactly("fast[]", "down[fast[]]");
    released.countDown();
    assertThat(await(runtime().proceed(thread(), thread() + "-on", null)).state().get(LOG))
        .containsExactly("fast[]", "down[fast[]]", "slow[]", "end");
  }
}

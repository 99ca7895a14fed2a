package io.evergraph.contract;

import static io.evergraph.contract.Graphs.LOG;
import static io.evergraph.contract.Graphs.VALUE;
import static io.evergraph.contract.Graphs.log;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.contract.TestRuntime.Kind;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Embedding;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.JoinRule;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodeContext;
import io.evergraph.graph.Route;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.OnCancel;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.RunStream;
import io.evergraph.runtime.StreamMode;
import io.evergraph.runtime.StreamOptions;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.TimeOrderedId;
import io.evergraph.runtime.WhenBusy;
import io.evergraph.state.StateUpdate;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is seen of a child whose call comes to no regular end. */
@OnRuntimes({Kind.MEMORY, Kind.REAL})
@Timeout(120)
class ChildPartsEndContract extends WatchContract {
  private static final StreamOptions INSIDE =
      StreamOptions.builder().modes(StreamMode.UPDATES, StreamMode.TASKS).subgraphs().build();

  /** Is held in its first call until it is let go. */
  private static final class Holding implements NodeAction {
    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch goesOn = new CountDownLatch(1);

    @Override
    public Command run(NodeContext context) throws Exception {
      reached.countDown();
      boolean unused = goesOn.await(60, TimeUnit.SECONDS);
      return Command.update(LOG, "held");
    }
  }

  private static GraphBuilder around(String name, NodeAction held) {
    Graph inner =
        Graph.builder("inner_" + name)
            .channels(VALUE, LOG)
            .node("first", log("first"))
            .node("second", held)
            .edge(START, "first")
            .edge("first", "second")
            .build();
    return Graph.builder(name).channels(VALUE, LOG).subgraph("child", inner, Embedding.ownThread());
  }

  private static Graph calling(String name, NodeAction held) {
    return around(name, held).edge(START, "child").build();
  }

  private List<String> lines(RunHandle run) {
    return lines(runtime(), run);
  }

  private static List<String> lines(GraphRuntime on, RunHandle run) {
    try (RunStream stream = on.stream(run, INSIDE)) {
      return rest(stream);
    }
  }

  private CompletableFuture<List<String>> watched(RunHandle run) {
    return CompletableFuture.supplyAsync(() -> lines(run));
  }

  private RunHandle begin(Graph graph, WhenBusy whenBusy) {
    return runtime()
        .start(
            graph.name(),
            thread(),
            StateUpdate.of(LOG, "next"),
            RunOptions.builder().runId(TimeOrderedId.next()).whenBusy(whenBusy).build());
  }

  private ThreadId child() {
    return ThreadId.ofChild(thread(), runtime().snapshot(thread()).tasks().get(0).id());
  }

  @Test
  void shouldGoOnWhereACallHasLostARace() throws Exception {
    Holding slow = new Holding();
    CountDownLatch fast = new CountDownLatch(1);
    Graph graph =
        around("racing", slow)
            .node(
                "fast",
                context -> {
                  fast.await();
                  return Command.update(LOG, "fast");
                })
            .node("end", log("end"))
            .edge(START, "child")
            .edge(START, "fast")
            .join(List.of("child", "fast"), "end", JoinRule.any())
            .build();
    RunHandle run = begin(graph, "i");
    CompletableFuture<List<String>> live = watched(run);
    slow.reached.await();

    fast.countDown();

    for (List<String> lines : List.of(live.get(), lines(run))) {
      assertThat(lines)
          .containsOnlyOnce("child:first wrote [first]", "end wrote [end]")
          .doesNotContain("child:second wrote [held]")
          .endsWith("RunFinished");
    }
    slow.goesOn.countDown();
  }

  @Test
  void shouldShowEachRunItsCallsWhenANewInputInterruptsTheFirst() throws Exception {
    assertBothWhole("interrupted", WhenBusy.INTERRUPT);
  }

  @Test
  void shouldShowEachRunItsCallsWhenANewInputTakesTheFirstBack() throws Exception {
    assertBothWhole("taken_back_for_another", WhenBusy.ROLLBACK);
  }

  private void assertBothWhole(String name, WhenBusy whenBusy) throws Exception {
    Holding held = new Holding();
    Graph graph = calling(name, held);
    RunHandle first = begin(graph, "i");
    CompletableFuture<List<String>> live = watched(first);
    held.reached.await();

    RunHandle second = begin(graph, whenBusy);

    List<String> seen = live.get();
    held.goesOn.countDown();
    for (List<String> lines : List.of(seen, lines(first))) {
      assertThat(lines)
          .containsOnlyOnce("child:first wrote [first]")
          .doesNotContain("child:second wrote [held]")
          .endsWith("RunCancelled");
    }
    assertThat(lines(second))
        .containsOnlyOnce("child:first wrote [first]", "child:second wrote [held]")
        .endsWith("RunFinished");
  }

  @Test
  void shouldEndWhereARunIsTakenBackWhileACallIsInProgress() throws Exception {
    Holding held = new Holding();
    RunHandle run = begin(calling("taken_back_alone", held), "i");
    CompletableFuture<List<String>> live = watched(run);
    held.reached.await();

    runtime().cancel(thread(), OnCancel.ROLLBACK);

    List<String> seen = live.get();
    held.goesOn.countDown();
    for (List<String> lines : List.of(seen, lines(run))) {
      assertThat(lines).containsOnlyOnce("child:first wrote [first]").endsWith("RunCancelled");
    }
  }

  @Test
  void shouldShowAChildThatBeginsAnewInTheRunThatBeganIt() throws Exception {
    Holding held = new Holding();
    RunHandle first = begin(calling("begun_anew", held), "i");
    CompletableFuture<List<String>> live = watched(first);
    held.reached.await();
    runtime().delete(child());
    held.goesOn.countDown();
    assertThat(await(first).status()).isEqualTo(RunStatus.PARKED);

    RunHandle second = runtime().answer(thread(), Answer.retry());

    assertThat(live.get())
        .noneMatch("child:second wrote [held]"::equals)
        .last()
        .asString()
        .startsWith("RunParked");
    assertThat(lines(second))
        .containsOnlyOnce("child:first wrote [first]", "child:second wrote [held]")
        .endsWith("RunFinished");
    assertThat(lines(first))
        .noneMatch(it -> it.startsWith("child:"))
        .last()
        .asString()
        .startsWith("RunParked");
  }

  @Test
  void shouldShowAChildThatBeginsAnewAfterItCouldNotBegin() {
    AtomicBoolean works = new AtomicBoolean();
    Graph inner =
        Graph.builder("unable_to_begin")
            .channels(VALUE, LOG)
            .node("first", log("first"))
            .node("second", log("second"))
            .routes(
                START,
                context -> {
                  if (!works.get()) {
                    throw new IllegalArgumentException("not yet");
                  }
                  return List.of(Route.to("first"));
                },
                "first")
            .edge("first", "second")
            .build();
    Graph graph =
        Graph.builder("around_one_unable_to_begin")
            .channels(VALUE, LOG)
            .subgraph("child", inner, Embedding.ownThread())
            .edge(START, "child")
            .build();
    RunHandle first = begin(graph, "i");
    assertThat(lines(first)).last().asString().startsWith("RunParked");
    works.set(true);

    RunHandle second = runtime().answer(thread(), Answer.retry());

    for (List<String> lines : List.of(lines(second), lines(second))) {
      assertThat(lines)
          .containsOnlyOnce("child:first wrote [first]", "child:second wrote [second]")
          .endsWith("RunFinished");
    }
  }
}

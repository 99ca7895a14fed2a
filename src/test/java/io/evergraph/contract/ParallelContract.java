package io.evergraph.contract;

import static io.evergraph.contract.Graphs.COUNT;
import static io.evergraph.contract.Graphs.LOG;
import static io.evergraph.contract.Graphs.SUBJECT;
import static io.evergraph.contract.Graphs.VALUE;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.error.ConflictingWriteException;
import io.evergraph.error.TaskFailedException;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Embedding;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodePolicy;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadStatus;
import io.evergraph.state.StateUpdate;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What nodes of one superstep see, in which order they are applied, and how many run at once. */
class ParallelContract extends RuntimeContract {
  private static final List<String> WORKERS = IntStream.range(0, 6).mapToObj(i -> "w" + i).toList();

  @Test
  void shouldApplyTheWritesOfOneStepByNodeName() {
    RunResult result =
        sameAsInMemory(
            (runtime, script) ->
                script.start(runtime, Graphs.parallel(), StateUpdate.of(LOG, "in")));

    assertThat(result.state().get(LOG)).containsExactly("in", "begin", "left", "right", "join");
    assertThat(result.state().get(COUNT)).isEqualTo(4);
  }

  @Test
  void shouldParkWhenTwoNodesWriteOneValue() {
    Graph graph =
        Graph.builder("conflict")
            .channels(VALUE)
            .node("a", context -> Command.update(VALUE, "a"))
            .node("b", context -> Command.update(VALUE, "b"))
            .edge(START, "a")
            .edge(START, "b")
            .build();

    RunResult result =
        sameAsInMemory((runtime, script) -> script.start(runtime, graph, StateUpdate.empty()));

    assertThat(result.status()).isEqualTo(RunStatus.PARKED);
    assertThat(result.error().orElseThrow())
        .isInstanceOfSatisfying(
            TaskFailedException.class,
            failed ->
                assertThat(failed.errorType())
                    .isEqualTo(ConflictingWriteException.class.getName()));
    assertThat(result.snapshot().status()).isEqualTo(ThreadStatus.ERROR);
  }

  @Test
  void shouldRunNoMoreTasksAtOnceThanTheRunAllows() {
    AtomicInteger most = new AtomicInteger();

    RunResult result =
        start(
            workers("narrow_run", most).build(),
            StateUpdate.empty(),
            RunOptions.builder().maxConcurrency(2));

    assertThat(result.state().get(LOG)).containsExactlyElementsOf(WORKERS);
    assertThat(most.get()).isBetween(1, 2);
  }

  static List<Embedding> embeddings() {
    return List.of(Embedding.DEFAULT, Embedding.ownThread());
  }

  @ParameterizedTest
  @MethodSource("embeddings")
  void shouldRunNoMoreTasksOfASubgraphAtOnceThanItAllows(Embedding embedding) {
    AtomicInteger most = new AtomicInteger();
    Graph around =
        Graph.builder("around")
            .channels(LOG, VALUE)
            .subgraph("narrow", workers("narrow", most).maxConcurrency(2).build(), embedding)
            .edge(START, "narrow")
            .build();

    RunResult result = start(around, StateUpdate.empty());

    assertThat(result.state().get(LOG)).containsExactlyElementsOf(WORKERS);
    assertThat(most.get()).isBetween(1, 2);
  }

  @Test
  void shouldNotHoldTasksBesideASubgraphThatHasNoRoom() {
    CountDownLatch beside = new CountDownLatch(1);
    NodeAction waits = context -> Command.update(LOG, "" + beside.await(30, TimeUnit.SECONDS));
    NodeAction frees =
        context -> {
          beside.countDown();
          return Command.update(LOG, "beside");
        };
    Graph narrow =
        graph("narrow")
            .maxConcurrency(1)
            .node("a", waits)
            .node("b", waits)
            .edge(START, "a")
            .edge(START, "b")
            .build();
    Graph around =
        graph("around")
            .subgraph("narrow", narrow)
            .node("z", frees)
            .edge(START, "narrow")
            .edge(START, "z")
            .build();

    RunResult result = start(around, StateUpdate.empty());

    assertThat(result.state().get(LOG)).containsExactly("true", "true", "beside");
  }

  private GraphBuilder workers(String graph, AtomicInteger most) {
    AtomicInteger running = new AtomicInteger();
    Semaphore started = new Semaphore(0);
    GraphBuilder builder = graph(graph);
    for (String name : WORKERS) {
      builder.edge(START, name);
      builder.node(
          name,
          context -> {
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            started.release();
            started.tryAcquire(2, 50, TimeUnit.MILLISECONDS);
            running.decrementAndGet();
            return Command.update(LOG, name);
          });
    }
    return builder;
  }

  @Test
  void shouldApplyWritesByNodeNameWhenNodesFinishInTheReverse() {
    Map<String, CountDownLatch> done =
        Map.of("a", new CountDownLatch(1), "b", new CountDownLatch(1), "c", new CountDownLatch(1));
    Map<String, String> before = Map.of("a", "b", "b", "c");
    GraphBuilder builder = graph("reversed");
    for (String node : List.of("c", "a", "b")) {
      builder
          .edge(START, node)
          .node(
              node,
              context -> {
                String first = before.get(node);
                if (first != null) {
                  done.get(first).await(30, TimeUnit.SECONDS);
                }
                done.get(node).countDown();
                return Command.update(LOG, node);
              });
    }

    RunResult result = start(builder.build(), StateUpdate.empty());

    assertThat(result.state().get(LOG)).containsExactly("a", "b", "c");
  }

  @Test
  void shouldShowSiblingsTheStateOfTheLastBarrierOnly() {
    Graph graph =
        graph("blind")
            .node("a", context -> Command.update(LOG, "a saw " + context.state().get(LOG)))
            .node("b", context -> Command.update(LOG, "b saw " + context.state().get(LOG)))
            .edge(START, "a")
            .edge(START, "b")
            .build();

    RunResult result =
        sameAsInMemory(
            (runtime, script) -> script.start(runtime, graph, StateUpdate.of(LOG, "in")));

    assertThat(result.state().get(LOG)).containsExactly("in", "a saw [in]", "b saw [in]");
  }

  @Test
  void shouldRunANodeOnceWhenSeveralEdgesMeetAtItAndTwiceWhenTheyMeetApart() {
    Graph graph =
        graph("meeting")
            .node("a", Graphs.log("a"))
            .node("b", Graphs.log("b"))
            .node("c", Graphs.log("c"))
            .node("end", Graphs.log("end"))
            .edge(START, "a")
            .edge(START, "b")
            .edge("a", "end")
            .edge("b", "end")
            .edge("b", "c")
            .edge("c", "end")
            .build();

    RunResult result =
        sameAsInMemory((runtime, script) -> script.start(runtime, graph, StateUpdate.empty()));

    assertThat(result.state().get(LOG)).containsExactly("a", "b", "c", "end", "end");
  }

  @Test
  void shouldKeepTheResultOfASiblingAndRunOnlyTheFailedNodeAgain() {
    AtomicInteger good = new AtomicInteger();
    AtomicInteger bad = new AtomicInteger();
    Graph graph =
        graph("siblings")
            .node(
                "bad",
                context -> {
                  if (bad.incrementAndGet() == 1) {
                    throw new IllegalStateException("broken");
                  }
                  return Command.update(LOG, "bad");
                },
                NodePolicy.builder().attempts(1).build())
            .node("good", context -> Command.update(LOG, "good " + good.incrementAndGet()))
            .edge(START, "bad")
            .edge(START, "good")
            .build();

    RunResult parked = start(graph, StateUpdate.empty());
    RunResult result = answer(Answer.retry());

    assertThat(parked.snapshot().next()).containsExactly("bad");
    assertThat(parked.state().get(LOG)).isEmpty();
    assertThat(result.state().get(LOG)).containsExactly("bad", "good 1");
  }

  private static GraphBuilder graph(String name) {
    return Graph.builder(name).channels(LOG, SUBJECT);
  }
}

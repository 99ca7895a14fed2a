package io.evergraph.temporal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.RetryPolicy;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.state.StateUpdate;
import io.evergraph.temporal.connection.TemporalConnection;
import io.evergraph.temporal.connection.TemporalOptions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Nodes that still run while their worker closes. */
@Tag("real")
@Tag("slow")
class GraceTest {
  private static final Duration LONGEST = Duration.ofSeconds(60);
  private static final String QUEUE = "grace-of-a-worker";
  private static final String HEARTBEAT = "RecordActivityTaskHeartbeat";

  private final CountDownLatch running = new CountDownLatch(1);
  private final CountDownLatch released = new CountDownLatch(1);
  private final AtomicInteger runs = new AtomicInteger();
  private final List<Integer> attempts = new CopyOnWriteArrayList<>();

  private Graph slow() {
    return Graph.builder("slow-to-end")
        .channels(Samples.LOG)
        .node(
            "slow",
            context -> {
              int run = runs.incrementAndGet();
              running.countDown();
              released.await();
              return Command.update(Samples.LOG, "run " + run);
            })
        .edge(Graph.START, "slow")
        .build();
  }

  private static TemporalHouse house(String target, Graph graph) {
    TemporalOptions options = TemporalOptions.builder().target(target).taskQueue(QUEUE).build();
    return TemporalHouse.on(TemporalConnection.open(options, StateCodec.create()), graph);
  }

  private void endTheAttemptWhileItsWorkerCloses(TemporalHouse house, FlakyFrontend frontend) {
    CompletableFuture<Void> closed =
        CompletableFuture.runAsync(() -> house.worker().close(LONGEST));
    long before = frontend.calls(HEARTBEAT);
    await().atMost(LONGEST).until(() -> frontend.calls(HEARTBEAT) >= before + 3);
    released.countDown();
    closed.join();
  }

  @Test
  void shouldFinishThoughTheServerRefusesAHeartbeat() throws Exception {
    Graph graph = slow();
    try (FlakyFrontend frontend = new FlakyFrontend(RealTemporal.address());
        TemporalHouse first = house(frontend.address(), graph)) {
      RunHandle run = first.runtime().start(graph, ThreadId.random(), StateUpdate.empty());
      running.await();
      frontend.refuse(HEARTBEAT, 1);
      endTheAttemptWhileItsWorkerCloses(first, frontend);

      try (TemporalHouse second = house(RealTemporal.address(), graph)) {
        RunResult result = second.runtime().run(run.thread(), run.runId()).await(LONGEST);

        assertThat(result.state().get(Samples.LOG)).containsExactly("run 1");
        assertThat(runs).hasValue(1);
      }
    }
  }

  private Graph failing() {
    return Graph.builder("failing-to-the-end")
        .node(
            "fails",
            context -> {
              attempts.add(context.attempt());
              running.countDown();
              released.await();
              throw new IllegalStateException("never");
            },
            NodePolicy.builder().retry(RetryPolicy.DEFAULT.withMaxAttempts(2)).build())
        .edge(Graph.START, "fails")
        .build();
  }

  @Test
  void shouldCountAnAttemptThatFailsWhileItsWorkerCloses() throws Exception {
    Graph graph = failing();
    try (FlakyFrontend frontend = new FlakyFrontend(RealTemporal.address());
        TemporalHouse first = house(frontend.address(), graph)) {
      RunHandle run = first.runtime().start(graph, ThreadId.random(), StateUpdate.empty());
      running.await();
      endTheAttemptWhileItsWorkerCloses(first, frontend);

      try (TemporalHouse second = house(RealTemporal.address(), graph)) {
        RunResult result = second.runtime().run(run.thread(), run.runId()).await(LONGEST);

        assertThat(result.status()).isEqualTo(RunStatus.PARKED);
        assertThat(attempts).containsExactly(1, 2);
      }
    }
  }
}

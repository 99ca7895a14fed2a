package io.evergraph.runtime;

import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeAction;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class WaitingThreadTest {
  private static final Channel<String> RAN_ON = Channel.of("ranOn", String.class);
  private static final Duration LONGEST = Duration.ofSeconds(30);

  private static Graph graph(String name, NodeAction action) {
    return Graph.builder(name).channels(RAN_ON).node("work", action).edge(START, "work").build();
  }

  private static Command here() {
    return Command.update(RAN_ON, Thread.currentThread().getName());
  }

  @Test
  void shouldRunNodesOnItsOwnThreadsThoughSomebodyWaits() {
    try (InMemoryRuntime runtime = InMemoryRuntime.of()) {
      Graph graph = graph("anywhere", context -> here());

      for (int run = 0; run < 200; run++) {
        RunResult result =
            runtime.start(graph, ThreadId.of("run-" + run), StateUpdate.empty()).await();

        assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
        assertThat(result.state().get(RAN_ON)).startsWith("evergraph-task");
      }
    }
  }

  @Test
  void shouldRunWhatNobodyWaitsFor() throws InterruptedException {
    CountDownLatch ran = new CountDownLatch(1);
    try (InMemoryRuntime runtime = InMemoryRuntime.of()) {
      runtime.start(
          graph(
              "alone",
              context -> {
                ran.countDown();
                return here();
              }),
          ThreadId.of("alone"),
          StateUpdate.empty());

      assertThat(ran.await(LONGEST.toMillis(), TimeUnit.MILLISECONDS)).isTrue();
    }
  }

  @Test
  void shouldKeepToTheLimitOfTheWaitWhileANodeBlocks() {
    CountDownLatch never = new CountDownLatch(1);
    try (InMemoryRuntime runtime = InMemoryRuntime.of()) {
      RunHandle run =
          runtime.start(
              graph(
                  "blocking",
                  context -> {
                    never.await();
                    return here();
                  }),
              ThreadId.of("blocking"),
              StateUpdate.empty());

      assertThatThrownBy(() -> run.await(Duration.ofMillis(50)))
          .isInstanceOf(TimeoutException.class);
    }
  }

  @Test
  void shouldGoOnElsewhereWhenTheWaitingThreadIsInterrupted() throws Exception {
    AtomicInteger attempts = new AtomicInteger();
    CountDownLatch waits = new CountDownLatch(1);
    CountDownLatch gate = new CountDownLatch(1);
    try (InMemoryRuntime runtime = InMemoryRuntime.of()) {
      RunHandle run =
          runtime.start(
              graph(
                  "interrupted",
                  context -> {
                    attempts.set(context.attempt());
                    waits.countDown();
                    gate.await();
                    return here();
                  }),
              ThreadId.of("interrupted"),
              StateUpdate.empty());
      Thread waiting =
          new Thread(
              () -> assertThatThrownBy(run::await).isInstanceOf(CancellationException.class));
      waiting.start();
      waits.await();

      waiting.interrupt();
      waiting.join(LONGEST.toMillis());
      gate.countDown();

      assertThat(waiting.isAlive()).isFalse();
      assertThat(run.await(LONGEST).status()).isEqualTo(RunStatus.FINISHED);
      assertThat(attempts).hasValue(1);
    }
  }

  @Test
  void shouldBeginNothingOnAThreadThatIsDeleted() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch never = new CountDownLatch(1);
    List<String> ran = new CopyOnWriteArrayList<>();
    Graph graph =
        graph(
            "deleted",
            context -> {
              String on = context.state().get(RAN_ON);
              ran.add(on);
              if (on.equals("first")) {
                begun.countDown();
                never.await();
              }
              return Command.none();
            });
    try (InMemoryRuntime runtime = InMemoryRuntime.of()) {
      ThreadId busy = ThreadId.of("busy");
      runtime.start(graph, busy, StateUpdate.of(RAN_ON, "first"));
      begun.await();
      runtime.start(graph, busy, StateUpdate.of(RAN_ON, "queued"));

      runtime.delete(busy);
      runtime.start(graph, ThreadId.of("other"), StateUpdate.of(RAN_ON, "other")).await(LONGEST);
    }

    assertThat(ran).containsExactly("first", "other");
  }
}

package io.evergraph.contract;

import static io.evergraph.contract.Graphs.LOG;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeContext;
import io.evergraph.graph.NodePolicy;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadStatus;
import io.evergraph.state.StateUpdate;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How attempts end whose time is up. */
@Tag("slow")
class TimeoutContract extends RuntimeContract {

  @Test
  void shouldEndAnAttemptThatIsSilentForTooLong() {
    NodePolicy impatient = NodePolicy.builder().attempts(1).timeout(Duration.ofMillis(200)).build();
    Graph graph =
        Graph.builder("silent")
            .channels(LOG)
            .node("wait", context -> FailureContract.stuck(), impatient)
            .edge(START, "wait")
            .build();

    RunResult result = start(graph, StateUpdate.empty());

    assertThat(result.status()).isEqualTo(RunStatus.PARKED);
    assertThat(result.error().orElseThrow().getMessage())
        .contains("NodeTimeoutException", "gave no sign of life for PT0.2S");
  }

  @Test
  void shouldLetHeartbeatsPutOffTheTimeoutButNotTheHardOne() {
    NodePolicy hard =
        NodePolicy.builder()
            .attempts(1)
            .timeout(Duration.ofSeconds(1))
            .hardTimeout(Duration.ofMillis(1500))
            .build();
    Graph graph =
        Graph.builder("lively")
            .channels(LOG)
            .node("wait", TimeoutContract::beatForever, hard)
            .edge(START, "wait")
            .build();

    RunResult result = start(graph, StateUpdate.empty());

    assertThat(result.error().orElseThrow().getMessage()).contains("ran longer than PT1.5S");
  }

  private static Command beatForever(NodeContext context) throws InterruptedException {
    CountDownLatch never = new CountDownLatch(1);
    while (!never.await(20, TimeUnit.MILLISECONDS)) {
      context.heartbeat();
    }
    return Command.none();
  }

  @Test
  void shouldTryAgainAfterATimeoutAndDropWhatTheLateAttemptWrote() {
    RunResult result =
        sameAsInMemory(
            (runtime, script) -> {
              AtomicInteger runs = new AtomicInteger();
              Graph graph =
                  Graph.builder("late")
                      .channels(LOG)
                      .node(
                          "wait",
                          context -> {
                            int run = runs.incrementAndGet();
                            return run == 1 ? late(run) : Command.update(LOG, "run " + run);
                          },
                          Graphs.QUICK.toBuilder().timeout(Duration.ofMillis(200)).build())
                      .edge(START, "wait")
                      .build();
              return script.start(runtime, graph, StateUpdate.empty());
            });

    assertThat(result.state().get(LOG)).containsExactly("run 2");
  }

  private static Command late(int run) {
    try {
      return FailureContract.stuck();
    } catch (InterruptedException timeIsUp) {
      return Command.update(LOG, "run " + run + " was late");
    }
  }

  @Test
  void shouldGiveUpAnAttemptThatDoesNotHeedInterrupts() {
    CountDownLatch release = new CountDownLatch(1);
    AtomicInteger runs = new AtomicInteger();
    NodePolicy impatient =
        Graphs.QUICK.toBuilder()
            .timeout(Duration.ofMillis(100))
            .hardTimeout(Duration.ofMillis(100))
            .attempts(2)
            .build();
    Graph graph =
        Graph.builder("deaf")
            .channels(LOG)
            .node(
                "wait",
                context -> {
                  runs.incrementAndGet();
                  return deaf(release);
                },
                impatient)
            .edge(START, "wait")
            .build();
    runtime().graphs().register(graph);
    RunHandle run = runtime().start("deaf", thread(), StateUpdate.empty(), RunOptions.defaults());

    try {
      Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> isParked());
      assertThat(runs).hasValue(2);
    } finally {
      release.countDown();
    }
    RunResult result = await(run);
    assertThat(result.error()).get().asString().contains("NodeTimeoutException");
    assertThat(result.state().get(LOG)).isEmpty();
  }

  @Test
  void shouldNotHoldACallerWhoAwaitsANodeThatDoesNotHeedInterrupts() {
    CountDownLatch release = new CountDownLatch(1);
    NodePolicy impatient =
        NodePolicy.builder()
            .attempts(1)
            .timeout(Duration.ofMillis(100))
            .hardTimeout(Duration.ofMillis(100))
            .build();
    try {
      for (NodePolicy policy : List.of(impatient, impatient.toBuilder().local().build())) {
        Graph graph =
            Graph.builder("deaf-" + policy.placement())
                .channels(LOG)
                .node("wait", context -> deaf(release), policy)
                .edge(START, "wait")
                .build();
        newThread();

        RunResult result = start(graph, StateUpdate.empty());

        assertThat(result.status()).isEqualTo(RunStatus.PARKED);
      }
    } finally {
      release.countDown();
    }
  }

  private boolean isParked() {
    return runtime().snapshot(thread()).status() == ThreadStatus.ERROR;
  }

  private static Command deaf(CountDownLatch release) {
    while (release.getCount() > 0) {
      try {
        release.await();
      } catch (InterruptedException ignored) {
        // that is the point
      }
    }
    return Command.update(LOG, "much too late");
  }
}

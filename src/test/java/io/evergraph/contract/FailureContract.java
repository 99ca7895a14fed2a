package io.evergraph.contract;

import static io.evergraph.contract.Graphs.LOG;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.error.NothingToResumeException;
import io.evergraph.error.ReducerException;
import io.evergraph.error.TaskFailedException;
import io.evergraph.error.ThreadBusyException;
import io.evergraph.error.UnknownChannelException;
import io.evergraph.event.RunEvent;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeContext;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.OnFailure;
import io.evergraph.graph.Route;
import io.evergraph.pregel.Answer;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadStatus;
import io.evergraph.runtime.WhenBusy;
import io.evergraph.state.Channel;
import io.evergraph.state.Reducer;
import io.evergraph.state.StateUpdate;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** How runs fail, park, are tried again, time out and are cancelled. */
abstract class FailureContract extends RuntimeContract {

  @Test
  void shouldTryAgainUntilTheNodeSucceeds() {
    RunResult result =
        sameAsInMemory(
            (runtime, script) ->
                script.start(runtime, Graphs.failing(new AtomicInteger(), 2), StateUpdate.empty()));

    assertThat(result.state().get(LOG)).containsExactly("good", "attempt 3");
  }

  @Test
  void shouldParkWhenAttemptsAreUsedUpAndGoOnWhenTriedAgain() {
    RunResult result =
        sameAsInMemory(
            (runtime, script) -> {
              AtomicInteger runs = new AtomicInteger();
              RunResult parked =
                  script.start(runtime, Graphs.failing(runs, 3), StateUpdate.empty());
              assertThat(parked.status()).isEqualTo(RunStatus.PARKED);
              assertThat(parked.snapshot().status()).isEqualTo(ThreadStatus.ERROR);
              assertThat(parked.snapshot().next()).containsExactly("boom");
              assertThat(parked.error()).get().isInstanceOf(TaskFailedException.class);
              assertThat(parked.error().orElseThrow().getMessage()).contains("boom 3");
              return script.answer(runtime, Answer.retry());
            });

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.state().get(LOG)).containsExactly("good", "attempt 1");
  }

  @Test
  void shouldFailANodeThatGivesUpThoughNobodyCancelledIt() {
    Graph graph =
        Graph.builder("gives-up")
            .channels(LOG)
            .node(
                "wait",
                context -> {
                  throw new CancellationException("the call was cancelled elsewhere");
                },
                NodePolicy.builder().attempts(1).build())
            .edge(START, "wait")
            .build();

    RunResult result =
        sameAsInMemory((runtime, script) -> script.start(runtime, graph, StateUpdate.empty()));

    assertThat(result.status()).isEqualTo(RunStatus.PARKED);
    assertThat(result.error()).get().asString().contains("cancelled elsewhere");
  }

  @Test
  void shouldFailTheRunWhenItIsAlone() {
    RunResult result =
        start(
            Graphs.failing(new AtomicInteger(), 9),
            StateUpdate.empty(),
            RunOptions.builder().alone());

    assertThat(result.status()).isEqualTo(RunStatus.FAILED);
    assertThat(result.error()).get().isInstanceOf(TaskFailedException.class);
  }

  @Test
  void shouldFailTheRunWhenItIsAskedNotToPark() {
    RunResult result =
        sameAsInMemory(
            (runtime, script) ->
                script.start(
                    runtime,
                    Graphs.failing(new AtomicInteger(), 9),
                    StateUpdate.empty(),
                    RunOptions.builder().onFailure(OnFailure.FAIL)));

    assertThat(result.status()).isEqualTo(RunStatus.FAILED);
  }

  @Test
  void shouldNotTryAgainWhatThePolicyCallsHopeless() {
    AtomicInteger runs = new AtomicInteger();
    NodePolicy hopeless = NodePolicy.builder().nonRetryable(IllegalArgumentException.class).build();
    Graph graph =
        Graph.builder("hopeless")
            .channels(LOG)
            .node(
                "boom",
                context -> {
                  runs.incrementAndGet();
                  throw new NumberFormatException("hopeless");
                },
                hopeless)
            .edge(START, "boom")
            .build();

    RunResult result = start(graph, StateUpdate.empty());

    assertThat(result.status()).isEqualTo(RunStatus.PARKED);
    assertThat(runs).hasValue(1);
  }

  @Test
  void shouldEndAnAttemptThatIsSilentForTooLong() {
    NodePolicy impatient = NodePolicy.builder().attempts(1).timeout(Duration.ofMillis(200)).build();
    Graph graph =
        Graph.builder("silent")
            .channels(LOG)
            .node("wait", context -> stuck(), impatient)
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
            .timeout(Duration.ofMillis(200))
            .hardTimeout(Duration.ofMillis(600))
            .build();
    Graph graph =
        Graph.builder("lively")
            .channels(LOG)
            .node("wait", FailureContract::beatForever, hard)
            .edge(START, "wait")
            .build();

    RunResult result = start(graph, StateUpdate.empty());

    assertThat(result.error().orElseThrow().getMessage()).contains("ran longer than PT0.6S");
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
      return stuck();
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

  private static final Channel<Integer> BY = Channel.of("by", Integer.class);

  private static Command stuck() throws InterruptedException {
    new CountDownLatch(1).await();
    return Command.none();
  }

  @Test
  void shouldStopARunningNodeWhenCancelledAndLeaveAThreadThatGoesOn() throws InterruptedException {
    CountDownLatch running = new CountDownLatch(1);
    AtomicInteger runs = new AtomicInteger();
    Graph graph =
        Graph.builder("cancelled")
            .channels(LOG)
            .node(
                "slow",
                context -> {
                  running.countDown();
                  return runs.incrementAndGet() == 1 ? stuck() : Command.update(LOG, "done");
                })
            .edge(START, "slow")
            .build();
    runtime().graphs().register(graph);
    RunHandle run =
        runtime().start("cancelled", thread(), StateUpdate.empty(), RunOptions.defaults());
    running.await();

    runtime().cancel(thread());

    assertThat(await(run).status()).isEqualTo(RunStatus.CANCELLED);
    assertThat(runtime().events(thread(), 1)).last().isInstanceOf(RunEvent.RunCancelled.class);
    RunResult result = await(runtime().proceed(thread(), thread() + "-on", null));
    assertThat(result.state().get(LOG)).containsExactly("done");
  }

  @Test
  void shouldEnqueueOrRejectAnInputWhileARunIsInProgress() throws InterruptedException {
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    Graph graph =
        Graph.builder("busy")
            .channels(LOG)
            .node(
                "slow",
                context -> {
                  running.countDown();
                  release.await();
                  return Command.update(LOG, "run " + context.state().get(LOG).size());
                })
            .edge(START, "slow")
            .build();
    runtime().graphs().register(graph);
    RunHandle first = runtime().start("busy", thread(), StateUpdate.empty(), RunOptions.defaults());
    running.await();

    RunHandle queued =
        runtime().start("busy", thread(), StateUpdate.empty(), RunOptions.defaults());
    assertThatThrownBy(
            () ->
                runtime()
                    .start(
                        "busy",
                        thread(),
                        StateUpdate.empty(),
                        RunOptions.builder().whenBusy(WhenBusy.REJECT).build()))
        .isInstanceOf(ThreadBusyException.class);
    release.countDown();

    assertThat(await(queued).state().get(LOG)).containsExactly("run 0", "run 1");
    assertThat(await(first).state().get(LOG)).containsExactly("run 0");
  }

  @Test
  void shouldRefuseToGoOnWhenNothingIsLeftToDo() {
    start(Graphs.chain(), StateUpdate.empty());

    assertThatThrownBy(() -> runtime().proceed(thread(), "r", null))
        .isInstanceOf(NothingToResumeException.class);
    assertThatThrownBy(() -> answer(Answer.retry())).isInstanceOf(NothingToResumeException.class);
  }

  @Test
  void shouldSkipAFailedTaskWithAnUpdateAndFollowItsEdges() {
    RunResult result =
        sameAsInMemory(
            (runtime, script) -> {
              script.start(runtime, twoFailing("skipped"), StateUpdate.empty());
              RunResult parked = script.answer(runtime, skip(runtime, "a"));
              assertThat(parked.status()).isEqualTo(RunStatus.PARKED);
              assertThat(parked.snapshot().tasks()).hasSize(3);
              return script.answer(runtime, Answer.skip(StateUpdate.of(LOG, "for b")));
            });

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.state().get(LOG)).containsExactly("for a", "for b", "good", "after");
    assertThat(runtime().events(thread(), 1))
        .filteredOn(RunEvent.FailureResolved.class::isInstance)
        .extracting("node")
        .containsExactly("a", "b");
  }

  private Answer skip(GraphRuntime runtime, String node) {
    return Answer.skip(taskOf(runtime, node), StateUpdate.of(LOG, "for " + node));
  }

  private String taskOf(GraphRuntime runtime, String node) {
    return runtime.snapshot(thread()).tasks().stream()
        .filter(task -> task.node().equals(node))
        .findFirst()
        .orElseThrow()
        .id();
  }

  private static Graph twoFailing(String name) {
    return Graph.builder(name)
        .channels(LOG)
        .node("a", context -> fail("a"))
        .node("b", context -> fail("b"))
        .node("good", Graphs.log("good"))
        .node("after", Graphs.log("after"))
        .edge(START, "a")
        .edge(START, "b")
        .edge(START, "good")
        .route("a", state -> "after", "after")
        .build();
  }

  private static Command fail(String node) {
    throw new IllegalArgumentException(node + " fails");
  }

  @Test
  void shouldRefuseToSkipWhenSeveralTasksFailedAndNoneIsNamed() {
    start(twoFailing("ambiguous"), StateUpdate.empty());

    assertThatThrownBy(() -> answer(Answer.skip(StateUpdate.of(LOG, "which?"))))
        .isInstanceOf(NothingToResumeException.class)
        .hasMessageContaining("2 failed");
    assertThatThrownBy(() -> answer(skip(runtime(), "good")))
        .isInstanceOf(NothingToResumeException.class);
    assertThatThrownBy(
            () ->
                answer(
                    Answer.skip(
                        taskOf(runtime(), "a"),
                        StateUpdate.of(Channel.of("unknown", String.class), "x"))))
        .isInstanceOf(UnknownChannelException.class);
  }

  @Test
  void shouldRunAFailedTaskAgainWithOtherValuesToRead() {
    RunResult result =
        sameAsInMemory(
            (runtime, script) -> {
              Graph graph =
                  Graph.builder("edited")
                      .channels(LOG, Graphs.COUNT)
                      .node("divide", context -> divide(context.state().get(Graphs.COUNT)))
                      .node("look", context -> seen(context.state().get(Graphs.COUNT)))
                      .edge(START, "divide")
                      .edge("divide", "look")
                      .build();
              script.start(runtime, graph, StateUpdate.of(Graphs.COUNT, 0));
              return script.answer(runtime, Answer.edit(StateUpdate.of(Graphs.COUNT, 5)));
            });

    assertThat(result.state().get(LOG)).containsExactly("100 / 5 = 20", "count 0");
  }

  private static Command divide(int by) {
    return Command.update(LOG, "100 / " + by + " = " + 100 / by);
  }

  private static Command seen(int count) {
    return Command.update(LOG, "count " + count);
  }

  @Test
  void shouldRunASentTaskAgainWithAnotherInput() {
    RunResult result =
        sameAsInMemory(
            (runtime, script) -> {
              Graph graph =
                  Graph.builder("sent-edited")
                      .channels(LOG)
                      .node(
                          "divide", context -> divide((Integer) context.state().values().get("by")))
                      .routes(
                          START,
                          context -> List.of(Route.send("divide", StateUpdate.of(BY, 0))),
                          "divide")
                      .build();
              script.start(runtime, graph, StateUpdate.empty());
              return script.answer(runtime, Answer.edit(StateUpdate.of(BY, 4)));
            });

    assertThat(result.state().get(LOG)).containsExactly("100 / 4 = 25");
  }

  @Test
  void shouldCancelSiblingsAtOnceWhenTheGraphFailsFast() {
    CountDownLatch running = new CountDownLatch(1);
    AtomicInteger slow = new AtomicInteger();
    AtomicInteger bad = new AtomicInteger();
    Graph graph =
        Graph.builder("fails-fast")
            .channels(LOG)
            .failFast()
            .node(
                "bad",
                context -> {
                  running.await();
                  return bad.incrementAndGet() == 1 ? fail("bad") : Command.update(LOG, "bad");
                })
            .node(
                "slow",
                context -> {
                  running.countDown();
                  return slow.incrementAndGet() == 1 ? stuck() : Command.update(LOG, "slow");
                })
            .edge(START, "bad")
            .edge(START, "slow")
            .build();

    RunResult parked = start(graph, StateUpdate.empty());
    RunResult result = answer(Answer.retry());

    assertThat(parked.status()).isEqualTo(RunStatus.PARKED);
    assertThat(parked.snapshot().next()).containsExactly("bad", "slow");
    assertThat(result.state().get(LOG)).containsExactly("bad", "slow");
  }

  @Test
  void shouldRecordEveryFailureWhenTasksFailSideBySide() {
    RunResult parked =
        sameAsInMemory(
            (runtime, script) -> script.start(runtime, twoFailing("both"), StateUpdate.empty()));

    assertThat(parked.snapshot().tasks())
        .extracting(task -> String.valueOf(task.error()))
        .anyMatch(error -> error.contains("a fails"))
        .anyMatch(error -> error.contains("b fails"));
    assertThat(parked.error()).get().asString().contains("'a' failed");
  }

  @Test
  void shouldFailTheRunWhenAReducerThrowsThoughThereIsAHandler() {
    Channel<Integer> sum = Channel.of("strict", Integer.class).reducedBy(new Strict());
    Graph graph =
        Graph.builder("reducer-fails")
            .channels(LOG, sum)
            .node("write", context -> Command.update(sum, 1))
            .node("rescue", Graphs.log("rescued"))
            .edge(START, "write")
            .onError("rescue")
            .build();

    RunResult result = start(graph, StateUpdate.empty());

    assertThat(result.status()).isEqualTo(RunStatus.FAILED);
    assertThat(result.error()).get().isInstanceOf(ReducerException.class);
  }

  private static final class Strict implements Reducer {
    @Override
    public String name() {
      return "strict";
    }

    @Override
    public Object reduce(@Nullable Object current, @Nullable Object write) {
      throw new IllegalStateException("reducers do not like " + write);
    }
  }
}

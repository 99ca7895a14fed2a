package io.evergraph.contract;

import static io.evergraph.contract.Graphs.LOG;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.error.NothingToResumeException;
import io.evergraph.error.ReducerException;
import io.evergraph.error.TaskFailedException;
import io.evergraph.error.ThreadBusyException;
import io.evergraph.error.UnknownInterruptException;
import io.evergraph.event.RunEvent;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.OnFailure;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadStatus;
import io.evergraph.runtime.WhenBusy;
import io.evergraph.state.Channel;
import io.evergraph.state.Reducer;
import io.evergraph.state.StateUpdate;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** How runs fail, park, are tried again and are cancelled. */
class FailureContract extends RuntimeContract {

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

  static Command stuck() throws InterruptedException {
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
  void shouldRefuseARetryWhenNothingHasFailed() {
    start(Graphs.chain(), StateUpdate.empty());

    assertThatThrownBy(() -> answer(Answer.retry())).isInstanceOf(NothingToResumeException.class);
    assertThatThrownBy(() -> answer(Answer.single("yes")))
        .isInstanceOf(UnknownInterruptException.class);
  }

  @Test
  void shouldReturnTheStateWhenAFinishedThreadIsContinued() {
    RunResult result =
        sameAsInMemory(
            (on, script) -> {
              script.start(on, Graphs.chain(), StateUpdate.empty());
              return script.proceed(on, 9);
            });

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.state().get(LOG)).isNotEmpty();
    assertThat(result.snapshot().status()).isEqualTo(ThreadStatus.IDLE);
    assertThat(result.runId()).endsWith("run2");
  }

  @Test
  void shouldParkWhenAReducerThrowsThoughThereIsAHandler() {
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

    assertThat(result.status()).isEqualTo(RunStatus.PARKED);
    assertThat(result.error()).get().asString().contains(ReducerException.class.getName());
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

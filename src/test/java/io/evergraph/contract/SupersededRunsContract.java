package io.evergraph.contract;

import static io.evergraph.contract.Graphs.LOG;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.contract.TestRuntime.Kind;
import io.evergraph.error.UnknownNodeException;
import io.evergraph.event.RunEvent;
import io.evergraph.graph.Breakpoints;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.runtime.QueuedRun;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.WhenBusy;
import io.evergraph.state.StateUpdate;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What becomes of runs that wait when an input takes the place of the run in progress. */
@OnRuntimes({Kind.MEMORY, Kind.EMBEDDED, Kind.CONTINUED})
class SupersededRunsContract extends RuntimeContract {
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch gate = new CountDownLatch(1);
  private RunHandle first;
  private RunHandle waiting;

  @BeforeEach
  void letARunWaitBehindABusyOne() throws InterruptedException {
    runtime()
        .graphs()
        .register(
            Graph.builder("superseded")
                .channels(LOG)
                .node(
                    "work",
                    context -> {
                      begun.countDown();
                      while (!gate.await(10, TimeUnit.MILLISECONDS)) {
                        context.heartbeat();
                      }
                      return Command.update(LOG, "done");
                    })
                .edge(START, "work")
                .build());
    first = begin("one", RunOptions.builder());
    begun.await();
    waiting = begin("two", RunOptions.builder());
  }

  private RunHandle begin(String text, RunOptions.Builder options) {
    return runtime().start("superseded", thread(), StateUpdate.of(LOG, text), options.build());
  }

  private Stream<String> started() {
    return runtime().events(thread(), 1).stream()
        .filter(RunEvent.RunStarted.class::isInstance)
        .flatMap(event -> ((RunEvent.RunStarted) event).runs().stream());
  }

  @Test
  void shouldStopTheRunsThatWaitBeforeTheOneBeginsThatInterrupts() {
    RunHandle last = begin("three", RunOptions.builder().whenBusy(WhenBusy.INTERRUPT));
    gate.countDown();

    assertThat(await(first).status()).isEqualTo(RunStatus.CANCELLED);
    assertThat(await(waiting).status()).isEqualTo(RunStatus.CANCELLED);
    assertThat(await(last).state().get(LOG)).containsExactly("one", "three", "done");
    assertThat(started()).containsExactly(first.runId(), waiting.runId(), last.runId());
  }

  @Test
  void shouldStopTheRunsThatWaitWhenTheRunBeforeThemIsTakenBack() {
    RunHandle last = begin("three", RunOptions.builder().whenBusy(WhenBusy.ROLLBACK));
    gate.countDown();

    assertThat(await(waiting).status()).isEqualTo(RunStatus.CANCELLED);
    assertThat(await(last).state().get(LOG)).containsExactly("three", "done");
  }

  @Test
  void shouldLeaveTheRunsThatComeLater() {
    RunHandle interrupting = begin("three", RunOptions.builder().whenBusy(WhenBusy.INTERRUPT));
    RunHandle later = begin("four", RunOptions.builder());
    gate.countDown();

    assertThat(await(interrupting).status()).isEqualTo(RunStatus.FINISHED);
    assertThat(await(later).state().get(LOG))
        .containsExactly("one", "three", "done", "four", "done");
  }

  @Test
  void shouldLeaveTheRunsThatWaitWhenTheInputIsRefused() {
    RunOptions.Builder misfit =
        RunOptions.builder().whenBusy(WhenBusy.INTERRUPT).breakpoints(Breakpoints.before("no"));

    assertThatThrownBy(() -> begin("three", misfit)).isInstanceOf(UnknownNodeException.class);

    assertThat(runtime().snapshot(thread()).queued())
        .extracting(QueuedRun::runId)
        .containsExactly(waiting.runId());
    gate.countDown();
    assertThat(await(waiting).state().get(LOG)).containsExactly("one", "done", "two", "done");
  }
}

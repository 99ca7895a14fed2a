package io.evergraph.temporal;

import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.ThreadId;
import io.evergraph.state.StateUpdate;
import io.evergraph.temporal.connection.LocalCancellations;
import io.temporal.client.WorkflowStub;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** What the tasks of a process with an embedded server hear when their thread is cancelled. */
class EmbeddedCancellationTest {
  private static final TemporalHouse HOUSE = TemporalHouse.embedded();

  private final ThreadId thread = ThreadId.random();
  private final BlockingQueue<String> begun = new LinkedBlockingQueue<>();
  private final CountDownLatch goesOn = new CountDownLatch(1);

  @AfterAll
  static void close() {
    HOUSE.close();
  }

  @Test
  void shouldTellARunningTaskAtOnceThatTemporalWasAskedToCancelItsThread() throws Exception {
    RunHandle unused = HOUSE.runtime().start(holding(), thread, StateUpdate.empty());
    String task = begun.take();
    WorkflowStub workflow = HOUSE.connection().client().newUntypedWorkflowStub(thread.value());
    CountDownLatch told = new CountDownLatch(1);
    LocalCancellations cancellations = HOUSE.connection().cancellations().orElseThrow();
    cancellations.begin(
        new LocalCancellations.Key(workflow.describe().getExecution().getRunId(), task),
        told::countDown);

    workflow.cancel();

    assertThat(told.await(30, TimeUnit.SECONDS)).isTrue();
    goesOn.countDown();
  }

  private Graph holding() {
    return Graph.builder("holding")
        .channels(Samples.LOG)
        .node(
            "n",
            context -> {
              begun.add(context.idempotencyKey());
              goesOn.await();
              return Command.none();
            })
        .edge(START, "n")
        .build();
  }
}

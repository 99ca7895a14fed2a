package io.evergraph.temporal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.evergraph.demo.samples.SampleGraphs;
import io.evergraph.error.RuntimeUnavailableException;
import io.evergraph.graph.Graph;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.ThreadId;
import io.evergraph.state.StateUpdate;
import io.evergraph.state.Write;
import io.temporal.client.WorkflowClient;
import io.temporal.common.converter.EncodedValues;
import io.temporal.worker.WorkerFactory;
import io.temporal.workflow.DynamicWorkflow;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A thread whose workflow task fails each time, as after code that was changed without a patch. */
@Tag("real")
@Tag("slow")
class StuckThreadTest {
  private static final Duration LONGEST = Duration.ofSeconds(60);
  private static final String QUEUE = "stuck-thread";

  /** What a workflow throws that is no failure of Temporal's fails its task, and not itself. */
  public static final class Changed implements DynamicWorkflow {
    @Override
    public Object execute(EncodedValues arguments) {
      throw new IllegalStateException("the code has changed");
    }
  }

  @Test
  void shouldSayWhichThreadDoesNotAnswerAndGoOnWithAWorkerThatCan() throws Exception {
    ThreadId thread = ThreadId.random();
    try (TemporalHouse house =
        TemporalHouse.real(QUEUE, SampleGraphs.all().toArray(new Graph[0]))) {
      StateUpdate input = new StateUpdate(List.of(new Write("value", "a")));
      house.runtime().start("chain", thread, input, RunOptions.defaults()).await(LONGEST);
      house.worker().close();
      WorkerFactory changed = changed(house.connection().client());
      house.connection().client().newUntypedWorkflowStub(thread.value()).signal("unknown");

      await()
          .atMost(LONGEST)
          .until(() -> failure(house, thread).filter(it -> !it.isOutage()).isPresent());
      assertThat(failure(house, thread).orElseThrow())
          .hasMessageContainingAll(thread.value(), "workflow task fails");

      changed.shutdownNow();
      house.replaceWorker();
      await().atMost(LONGEST).until(() -> failure(house, thread).isEmpty());
    }
  }

  private static WorkerFactory changed(WorkflowClient client) {
    WorkerFactory factory = WorkerFactory.newInstance(client);
    factory.newWorker(QUEUE).registerWorkflowImplementationTypes(Changed.class);
    factory.start();
    return factory;
  }

  private static Optional<RuntimeUnavailableException> failure(
      TemporalHouse house, ThreadId thread) {
    house.forgetStates();
    try {
      assertThat(house.runtime().snapshot(thread).thread()).isEqualTo(thread);
      return Optional.empty();
    } catch (RuntimeUnavailableException silent) {
      return Optional.of(silent);
    }
  }
}

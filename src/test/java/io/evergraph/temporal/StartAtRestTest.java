package io.evergraph.temporal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.WhenEnded;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.runtime.spi.LocalCheckpointStore;
import io.evergraph.state.StateUpdate;
import io.evergraph.temporal.connection.TemporalConnection;
import io.evergraph.temporal.connection.TemporalOptions;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An input that is on its way when the workflow of its thread completes in rest. */
@Tag("real")
@Tag("slow")
class StartAtRestTest {
  private static final Duration LONGEST = Duration.ofSeconds(60);
  private static final String START = "ExecuteMultiOperation";

  private final ThreadId thread = ThreadId.random();

  @ParameterizedTest
  @EnumSource(WhenEnded.class)
  void shouldGoOnWithTheThread(WhenEnded whenEnded) throws Exception {
    RunOptions options = RunOptions.builder().whenEnded(whenEnded).build();
    try (FlakyFrontend frontend = new FlakyFrontend(RealTemporal.address());
        TemporalHouse house = house(frontend.address())) {
      RunOptions usual = RunOptions.defaults();
      house.runtime().start("saved", thread, StateUpdate.empty(), usual).await(LONGEST);

      frontend.refuse(START, Integer.MAX_VALUE);
      CompletableFuture<RunResult> second =
          CompletableFuture.supplyAsync(
              () -> house.runtime().start("saved", thread, StateUpdate.empty(), options).await());
      await().atMost(LONGEST).until(() -> isAtRest(house));
      frontend.refuse(START, 0);

      assertThat(second.get(60, TimeUnit.SECONDS).state().get(Samples.LOG))
          .containsExactly("first", "second", "first", "second");
    }
  }

  private static TemporalHouse house(String address) {
    TemporalOptions options =
        RestingContract.resting(new LocalCheckpointStore())
            .target(address)
            .taskQueue("start-at-rest")
            .connectTimeout(LONGEST)
            .build();
    return TemporalHouse.on(
        TemporalConnection.open(options, StateCodec.create()), SavedContract.graphs());
  }

  private boolean isAtRest(TemporalHouse house) {
    return house.connection().client().newUntypedWorkflowStub(thread.value()).describe().getStatus()
        == WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_COMPLETED;
  }
}

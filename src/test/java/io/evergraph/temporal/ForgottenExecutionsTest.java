package io.evergraph.temporal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.ThreadId;
import io.evergraph.state.StateUpdate;
import io.evergraph.temporal.protocol.ExecutionLimits;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.client.WorkflowStub;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("real")
@Tag("slow")
class ForgottenExecutionsTest {
  private static final Duration LONGEST = Duration.ofSeconds(60);
  private static final TemporalHouse HOUSE =
      TemporalHouse.real("forgotten-executions", new ExecutionLimits(8, 12));

  @AfterAll
  static void close() {
    HOUSE.close();
  }

  /** The embedded server never forgets; a real one takes half a minute. */
  @Test
  void shouldHaveEveryExecutionForgottenOfAThreadThatIsDeleted() throws Exception {
    ThreadId thread = ThreadId.random();
    Set<String> executions = new LinkedHashSet<>();
    for (int number = 0; number < 30; number++) {
      RunResult unused =
          HOUSE
              .runtime()
              .start(Samples.chain("forgotten", "only"), thread, StateUpdate.empty())
              .await(LONGEST);
      executions.add(stub(thread, Optional.empty()).describe().getExecution().getRunId());
    }

    HOUSE.runtime().delete(thread);

    assertThat(executions).hasSizeGreaterThan(2);
    for (String execution : executions) {
      await()
          .atMost(LONGEST.multipliedBy(3))
          .untilAsserted(
              () ->
                  assertThatThrownBy(() -> stub(thread, Optional.of(execution)).describe())
                      .isInstanceOf(WorkflowNotFoundException.class));
    }
  }

  private static WorkflowStub stub(ThreadId thread, Optional<String> execution) {
    return HOUSE
        .connection()
        .client()
        .newUntypedWorkflowStub(thread.value(), execution, Optional.empty());
  }
}

package io.evergraph.temporal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.evergraph.error.UnknownThreadException;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.ThreadId;
import io.evergraph.state.StateUpdate;
import io.evergraph.temporal.protocol.ExecutionLimits;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.workflowservice.v1.DeleteWorkflowExecutionRequest;
import io.temporal.api.workflowservice.v1.DeleteWorkflowExecutionResponse;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.client.WorkflowStub;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
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

  private final ThreadId thread = ThreadId.random();

  @AfterAll
  static void close() {
    HOUSE.close();
  }

  /** The embedded server never forgets; a real one takes half a minute. */
  @Test
  void shouldHaveEveryExecutionForgottenOfAThreadThatIsDeleted() throws Exception {
    List<WorkflowExecution> executions = run(30);
    assertThat(executions).hasSizeGreaterThan(2);
    HOUSE.runtime().delete(thread);

    executions.forEach(ForgottenExecutionsTest::awaitForgotten);
  }

  @Test
  void shouldDeleteAThreadOfWhichAnEarlierExecutionIsForgotten() throws Exception {
    List<WorkflowExecution> executions = run(15);
    assertThat(executions).hasSizeGreaterThan(1);
    DeleteWorkflowExecutionResponse unused =
        HOUSE
            .connection()
            .stub()
            .deleteWorkflowExecution(
                DeleteWorkflowExecutionRequest.newBuilder()
                    .setNamespace(HOUSE.connection().options().namespace())
                    .setWorkflowExecution(executions.get(0))
                    .build());
    awaitForgotten(executions.get(0));

    HOUSE.runtime().delete(thread);

    assertThatThrownBy(() -> HOUSE.runtime().snapshot(thread))
        .isInstanceOf(UnknownThreadException.class);
  }

  /** Returns the executions, the first ones first. */
  private List<WorkflowExecution> run(int runs) throws Exception {
    Set<WorkflowExecution> executions = new LinkedHashSet<>();
    for (int number = 0; number < runs; number++) {
      RunResult unused =
          HOUSE
              .runtime()
              .start(Samples.chain("forgotten", "only"), thread, StateUpdate.empty())
              .await(LONGEST);
      executions.add(stub(thread.value(), Optional.empty()).describe().getExecution());
    }
    return List.copyOf(executions);
  }

  private static void awaitForgotten(WorkflowExecution execution) {
    await()
        .atMost(LONGEST.multipliedBy(3))
        .untilAsserted(
            () ->
                assertThatThrownBy(
                        () ->
                            stub(execution.getWorkflowId(), Optional.of(execution.getRunId()))
                                .describe())
                    .isInstanceOf(WorkflowNotFoundException.class));
  }

  private static WorkflowStub stub(String workflow, Optional<String> execution) {
    return HOUSE
        .connection()
        .client()
        .newUntypedWorkflowStub(workflow, execution, Optional.empty());
  }
}

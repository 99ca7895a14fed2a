package io.evergraph.temporal;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.contract.OnRuntimes;
import io.evergraph.contract.TestRuntime;
import io.evergraph.contract.TestRuntime.Kind;
import io.evergraph.temporal.LimitedAgent.Bounded;
import io.temporal.client.WorkflowStub;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Agents whose workflow is continued as new while they wait for a person. */
@OnRuntimes({Kind.SHORT_EMBEDDED, Kind.SHORT_REAL})
class ContinuedAgentContract {
  private final List<String> executions = new ArrayList<>();

  @Parameter private TestRuntime on;

  private LimitedAgent agent;

  @BeforeEach
  void makeAgent() {
    agent = new LimitedAgent(on.temporal().runtime());
  }

  private String execution() {
    WorkflowStub workflow =
        on.temporal().connection().client().newUntypedWorkflowStub(agent.thread().value());
    return workflow.describe().getExecution().getRunId();
  }

  /** Sends what the workflow refuses, more often than one execution takes. */
  private void lengthenTheHistory() {
    executions.add(execution());
    UnknownAnswers.send(on.temporal().runtime(), agent.thread());
  }

  private void assertExecutions(int expected) {
    executions.add(execution());
    assertThat(executions).hasSize(expected).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @EnumSource
  void shouldCountATurnOverExecutionsBetweenApprovals(Bounded bounded) {
    agent.assertCounts(bounded, "turn", this::lengthenTheHistory);

    assertExecutions(3);
  }

  @ParameterizedTest
  @EnumSource
  void shouldCountAThreadOverExecutionsBetweenApprovals(Bounded bounded) {
    agent.assertCounts(bounded, "thread", this::lengthenTheHistory);

    assertExecutions(3);
  }

  @Test
  void shouldKeepWhatIsAllowedOfATool() {
    agent.assertKeepsWhatIsAllowed(this::lengthenTheHistory);

    assertExecutions(5);
  }
}

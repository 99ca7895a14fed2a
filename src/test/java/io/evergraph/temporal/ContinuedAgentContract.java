package io.evergraph.temporal;

import static io.evergraph.agent.ReactAgent.MESSAGES;
import static io.evergraph.llm.ScriptedChat.call;
import static io.evergraph.llm.ScriptedChat.calls;
import static io.evergraph.llm.ScriptedChat.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import io.evergraph.agent.ReactAgent;
import io.evergraph.contract.OnRuntimes;
import io.evergraph.contract.TestRuntime;
import io.evergraph.contract.TestRuntime.Kind;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Graph;
import io.evergraph.llm.ScriptedChat;
import io.evergraph.llm.limit.Limits;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.llm.tool.Toolset;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.state.StateUpdate;
import io.temporal.client.WorkflowStub;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** Agents whose workflow is continued as new while they wait for a person. */
@OnRuntimes({Kind.SHORT_EMBEDDED, Kind.SHORT_REAL})
class ContinuedAgentContract {
  private static final Duration LONGEST = Duration.ofSeconds(60);
  private static final AiMessage LOOK = calls(call("1", "look", "{}"));

  private final ThreadId thread = ThreadId.random();

  @Parameter private TestRuntime on;

  private static RunResult finish(RunHandle run) {
    try {
      return run.await(LONGEST);
    } catch (TimeoutException late) {
      throw new AssertionError(late);
    }
  }

  private WorkflowStub workflow() {
    return on.temporal().connection().client().newUntypedWorkflowStub(thread.value());
  }

  private String execution() {
    return workflow().describe().getExecution().getRunId();
  }

  /** Sends what the workflow refuses, more often than one execution takes. */
  private void lengthenTheHistory() {
    for (int number = 0; number < 20; number++) {
      workflow().signal("resume", Map.of("interrupt", "unknown " + number, "value", 1));
    }
  }

  private RunResult approve() {
    return finish(on.temporal().runtime().answer(thread, Answer.single(Map.of("type", "approve"))));
  }

  @Test
  void shouldCountATurnOverExecutionsBetweenApprovals() {
    ScriptedChat model = ScriptedChat.of(LOOK, LOOK, says("never"));
    Toolset look =
        Toolset.of(ToolSpecification.builder().name("look").build(), (call, context) -> "seen");
    Graph graph =
        ReactAgent.of("continued-" + thread.value(), ModelSource.of(model))
            .tools(look)
            .limits(Limits.perTurn(turn -> turn.modelCalls(2)))
            .approve("look")
            .build();
    StateUpdate input = StateUpdate.of(MESSAGES, Message.user("Hi"));
    finish(on.temporal().runtime().start(graph, thread, input));
    String first = execution();

    lengthenTheHistory();
    RunResult second = approve();
    String next = execution();
    lengthenTheHistory();
    RunResult third = approve();

    assertThat(List.of(first, next, execution())).doesNotHaveDuplicates();
    assertThat(second.status()).isEqualTo(RunStatus.WAITING);
    assertThat(third.status()).isEqualTo(RunStatus.FINISHED);
    List<Message> chat = third.state().get(MESSAGES);
    assertThat(chat.get(chat.size() - 1).text())
        .isEqualTo("The limit of 2 model calls in one turn is reached.");
    assertThat(model.requests()).hasSize(2);
  }
}

package io.evergraph.contract;

import static io.evergraph.agent.ReactAgent.MESSAGES;
import static io.evergraph.llm.ScriptedChat.call;
import static io.evergraph.llm.ScriptedChat.calls;
import static io.evergraph.llm.ScriptedChat.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import io.evergraph.agent.ExecutionMode;
import io.evergraph.agent.ReactAgent;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Graph;
import io.evergraph.llm.ScriptedChat;
import io.evergraph.llm.limit.Limits;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.llm.tool.Approval;
import io.evergraph.llm.tool.Approval.Scope;
import io.evergraph.llm.tool.Toolset;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.state.StateUpdate;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Limits of tools count the calls that people let through. */
class RejectedCallContract extends RuntimeContract {
  private static final AiMessage LOOK = calls(call("1", "look", "{}"));
  private static final Map<String, Object> APPROVE = Map.of("type", "approve");
  private static final String ONE_A_TURN = "The limit of 1 calls of 'look' in one turn is reached.";
  private static final String ONE_A_THREAD =
      "The limit of 1 calls of 'look' in one thread is reached.";

  private final Queue<String> made = new ConcurrentLinkedQueue<>();

  private Toolset tool(String name) {
    return Toolset.of(
        ToolSpecification.builder().name(name).build(),
        (call, context) -> {
          made.add(name);
          return name + " done";
        });
  }

  private ReactAgent agent(Limits limits, AiMessage... script) {
    return ReactAgent.of("reviewed-" + thread().value(), ModelSource.of(ScriptedChat.of(script)))
        .tools(tool("look").and(tool("mail")))
        .limits(limits);
  }

  private static Limits once() {
    return Limits.perTurn(turn -> turn.toolCalls("look", 1));
  }

  private static Limits onceOnThread() {
    return Limits.perTurn(turn -> turn.modelCalls(9))
        .perThread(thread -> thread.toolCalls("look", 1));
  }

  private static Map<String, Object> decision(String kind) {
    return Map.of("type", kind, "message", "no");
  }

  private RunResult say(Graph agent) {
    return start(agent, StateUpdate.of(MESSAGES, Message.user("Hi")));
  }

  private RunResult decide(Map<String, Object> decision) {
    return answer(Answer.single(decision));
  }

  private static List<String> results(RunResult result) {
    return result.state().get(MESSAGES).stream()
        .filter(Message.Tool.class::isInstance)
        .map(Message::text)
        .toList();
  }

  @ParameterizedTest
  @CsvSource({
    "reject, PER_MESSAGE, GRAPH_PARALLEL",
    "respond, PER_MESSAGE, GRAPH_PARALLEL",
    "reject, PER_CALL, GRAPH_PARALLEL",
    "reject, PER_CALL, GRAPH",
    "reject, PER_MESSAGE, LEGACY"
  })
  void shouldNotCountACallThatAPersonDoesNotLetThrough(
      String kind, Approval.Card card, ExecutionMode mode) {
    Approval approval = Approval.of("look");
    Graph agent =
        agent(once(), LOOK, LOOK, LOOK, says("Seen."))
            .approve(card == Approval.Card.PER_CALL ? approval.perCall() : approval)
            .mode(mode)
            .build();
    say(agent);

    RunResult again = decide(decision(kind));
    RunResult ended = decide(APPROVE);

    assertThat(again.status()).isEqualTo(RunStatus.WAITING);
    assertThat(ended.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(results(ended)).hasSize(3).endsWith("look done", ONE_A_TURN);
    assertThat(made).containsExactly("look");
  }

  @Test
  void shouldNotCountItOnTheThreadInLaterTurns() {
    Graph agent =
        agent(onceOnThread(), LOOK, says("one"), LOOK, LOOK, says("two")).approve("look").build();
    say(agent);
    decide(decision("reject"));
    say(agent);

    RunResult ended = decide(APPROVE);

    assertThat(results(ended)).hasSize(3).endsWith("look done", ONE_A_THREAD);
    assertThat(made).containsExactly("look");
  }

  @Test
  void shouldCountTheToolThatIsCalledInstead() {
    Map<String, Object> look = Map.of("name", "look", "args", Map.of());
    AiMessage mail = calls(call("1", "mail", "{}"));
    Graph agent = agent(once(), mail, LOOK, says("Seen.")).approve("mail").build();
    say(agent);

    RunResult ended = decide(Map.of("type", "edit", "edited_action", look));

    assertThat(ended.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(results(ended)).hasSize(2).endsWith(ONE_A_TURN);
    assertThat(made).containsExactly("look");
  }

  @Test
  void shouldCountOnNoThreadWhatARememberedDecisionRejects() {
    Graph agent =
        agent(onceOnThread(), LOOK, LOOK, says("one"), LOOK, LOOK, says("two"))
            .approve(Approval.of("look").rememberable(Scope.TOOL))
            .build();
    say(agent);
    decide(Map.of("type", "reject", "message", "no", "remember", "tool"));
    StateUpdate asked = Approval.revoke("look").with(MESSAGES, Message.user("Again"));
    start(agent, asked);

    RunResult ended = decide(APPROVE);

    assertThat(results(ended)).hasSize(4).endsWith("look done", ONE_A_THREAD);
    assertThat(made).containsExactly("look");
  }
}

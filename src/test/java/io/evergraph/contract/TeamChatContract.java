package io.evergraph.contract;

import static io.evergraph.agent.ReactAgent.MESSAGES;
import static io.evergraph.llm.ScriptedChat.call;
import static io.evergraph.llm.ScriptedChat.calls;
import static io.evergraph.llm.ScriptedChat.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.data.message.AiMessage;
import io.evergraph.agent.ReactAgent;
import io.evergraph.agent.hook.AgentHook;
import io.evergraph.agent.hook.HookContext;
import io.evergraph.agent.hook.HookResult;
import io.evergraph.agent.hook.Summary;
import io.evergraph.agent.team.Handoff;
import io.evergraph.agent.team.Swarm;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Steering;
import io.evergraph.llm.ScriptedChat;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.Messages;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.llm.tool.Toolset;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.state.StateUpdate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What agents that share a chat do to what others say there. */
class TeamChatContract extends RuntimeContract {
  /** What the agents may call. */
  private static final class Desk {
    @Tool("Pays back")
    String refund() {
      return "paid back";
    }
  }

  /** Says something beside each call, which stands before the message that makes it. */
  private record Remark(String text) implements AgentHook {
    @Override
    public HookResult afterModel(Message.Assistant answer, HookContext context) {
      return answer.toolCalls().isEmpty() ? HookResult.goOn() : HookResult.tell(text);
    }
  }

  private static ReactAgent agent(String name, ScriptedChat model) {
    return ReactAgent.of(name, ModelSource.of(model));
  }

  private static ReactAgent refunding(String name) {
    ScriptedChat model =
        ScriptedChat.of(calls(call(name, "refund", "{}")), says(name + " is done"));
    return agent(name, model).tools(Toolset.from(new Desk()));
  }

  private static Summary summary(String text) {
    return Summary.with(ModelSource.of(ScriptedChat.of(says(text)))).whenOverMessages(6).keep(2);
  }

  private static StateUpdate chat() {
    List<Message> said = new ArrayList<>();
    for (int i = 1; i <= 3; i++) {
      said.add(Message.user("question " + i));
      said.add(Message.assistant("answer " + i));
    }
    said.add(Message.user("Hi"));
    return StateUpdate.of(MESSAGES, said);
  }

  private static List<String> texts(RunResult result) {
    List<Message> chat = result.state().get(MESSAGES);
    assertThat(Messages.paired(chat)).isEqualTo(chat);
    return chat.stream().map(Message::text).toList();
  }

  private Graph swarm() {
    return Swarm.of("swarm-" + thread().value())
        .agents(
            refunding("alice").approve("refund").with(summary("short"), Handoff.to("bob")).build(),
            agent("bob", ScriptedChat.of()).with(Handoff.to("alice")).build())
        .build();
  }

  @Test
  void shouldLeaveTheChatAsTheActiveAgentLeftItWhereItSummarizes() {
    start(swarm(), chat());

    RunResult result = answer(Answer.single(Map.of("type", "approve")));

    assertThat(texts(result))
        .containsExactly(
            "Summary of what was said before:\nshort",
            "question 1",
            "answer 3",
            "Hi",
            "",
            "paid back",
            "alice is done");
  }

  @Test
  void shouldKeepAMessageThatComesWithAnAnswerWhereTheActiveAgentSummarizes() {
    RunResult waiting = start(swarm(), chat());
    assertThat(waiting.status()).isEqualTo(RunStatus.WAITING);

    Steering hurry = Steering.update(StateUpdate.of(MESSAGES, Message.user("And hurry")));
    List<Answer> approve = List.of(Answer.single(Map.of("type", "approve")));
    RunResult result = await(runtime().resume(thread(), thread() + "-hurry", approve, hurry));

    assertThat(texts(result)).contains("And hurry", "Hi").endsWith("paid back", "alice is done");
    assertThat(texts(result).toString()).doesNotContain("question 2");
  }

  private Graph lost(ScriptedChat model, int hops) {
    return Swarm.of("swarm-" + thread().value())
        .agents(
            agent("alice", model).with(Handoff.to("carol").and("bob")).build(),
            agent("bob", ScriptedChat.of(says("bob helps"))).with(Handoff.to("alice")).build())
        .maxHops(hops)
        .build();
  }

  private static AiMessage to(String agent) {
    return calls(call(agent, "transfer_to_" + agent, "{}"));
  }

  @Test
  void shouldTellAnAgentThatThereIsNobodyItHandsTheChatTo() {
    ScriptedChat alice = ScriptedChat.of(to("carol"), to("bob"));

    RunResult result = start(lost(alice, 2), StateUpdate.of(MESSAGES, Message.user("Hi")));

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(texts(result)).endsWith("Successfully transferred to bob", "bob helps");
    assertThat(alice.requests().get(1).messages().toString())
        .contains("There is no agent 'carol'", "[alice, bob]");
  }

  @Test
  void shouldGoOnInTheNextTurnWhereAnAgentHandedTheChatToNobody() {
    ScriptedChat alice = ScriptedChat.of(to("carol"), to("carol"), says("I am here"));
    Graph swarm = lost(alice, 1);
    start(swarm, StateUpdate.of(MESSAGES, Message.user("Hi")));

    RunResult result = start(swarm, StateUpdate.of(MESSAGES, Message.user("Hello?")));

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(texts(result)).contains("The limit of 1 handoffs in a turn is reached.");
    assertThat(texts(result)).endsWith("Hello?", "I am here");
  }

  @Test
  void shouldKeepWhatAgentsSideBySideSayThoughOneRewritesItsChat() {
    Graph both = sideBySide(refunding("alice").with(new Remark("Mind the law.")), refunding("bob"));

    RunResult result = start(both, StateUpdate.of(MESSAGES, Message.user("Hi")));

    assertThat(texts(result))
        .containsExactly(
            "Hi",
            "Mind the law.",
            "",
            "paid back",
            "alice is done",
            "",
            "paid back",
            "bob is done");
  }

  @Test
  void shouldKeepWhatAgentsSideBySideSayThoughBothSummarize() {
    Graph both =
        sideBySide(
            agent("alice", ScriptedChat.of(says("alice is done"))).with(summary("one")),
            agent("bob", ScriptedChat.of(says("bob is done"))).with(summary("other")));

    RunResult result = start(both, chat());

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(texts(result)).contains("alice is done", "bob is done", "Hi");
    assertThat(texts(result).toString()).doesNotContain("question 2");
  }

  private Graph sideBySide(ReactAgent one, ReactAgent other) {
    return Graph.builder("both-" + thread().value())
        .channels(MESSAGES)
        .subgraph("alice", one.build())
        .subgraph("bob", other.build())
        .edge(Graph.START, "alice")
        .edge(Graph.START, "bob")
        .build();
  }
}

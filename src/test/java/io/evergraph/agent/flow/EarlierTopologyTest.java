package io.evergraph.agent.flow;

import static io.evergraph.agent.ReactAgent.MESSAGES;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.llm.ScriptedChat;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import io.evergraph.testkit.GraphRun;
import org.junit.jupiter.api.Test;

/** The code of flows on threads that keep a topology in which nobody notes who gave a result. */
class EarlierTopologyTest {
  private static final Channel<String> A = Channel.of("a", String.class);
  private static final Channel<String> B = Channel.of("b", String.class);
  private static final Channel<String> FIRST = Channel.of("first", String.class);

  private static Graph agent(Channel<String> result) {
    return Graph.builder(result.name())
        .channels(result, AgentFlow.TASK)
        .node("say", context -> Command.update(result, result.name() + " pens"))
        .edge(Graph.START, "say")
        .build();
  }

  /** Returns a graph of earlier channels whose node has the code of today. */
  private static Graph earlier(Graph today, String node, Channel<?>... channels) {
    return Graph.builder(today.name())
        .channels(MESSAGES, AgentFlow.TASK, Member.HEARD)
        .channels(channels)
        .node(node, today.action(node))
        .edge(Graph.START, node)
        .build();
  }

  private static void assertBegins(Graph flow) {
    try (GraphRun run = GraphRun.of(flow).user("pens").runNode(flow.name() + ".begin")) {
      run.assertThat().holds(AgentFlow.TASK, "pens");
    }
  }

  @Test
  void shouldBeginWithoutTheChannelOfThoseWhoGave() {
    Graph both = ParallelAgent.of("both").agents(agent(A), agent(B)).build();
    Graph desk =
        LlmRoutingAgent.of("desk", ModelSource.of(ScriptedChat.of())).agent(agent(A), "it").build();

    assertBegins(earlier(both, "both.begin"));
    assertBegins(
        earlier(
            desk,
            "desk.begin",
            LlmRoutingAgent.CHOICES,
            LlmRoutingAgent.FEEDBACK,
            LlmRoutingAgent.ASKED));
  }

  @Test
  void shouldFindTheResultOfAnAgentWhereEarlierCodePutIt() {
    Graph flow =
        ParallelAgent.of("both").channels(A).agent(agent(A), FIRST).agents(agent(B)).build();
    Graph around = earlier(flow.subgraph("a"), "result", A, FIRST);

    try (GraphRun run = GraphRun.of(around).input(StateUpdate.of(A, "a pens")).runNode("result")) {
      run.assertThat().holds(FIRST, "a pens");
      assertThat(run.chat()).extracting(Message::text).containsExactly("a pens");
    }
  }
}

package io.evergraph.docs;

import static io.evergraph.llm.ScriptedChat.call;
import static io.evergraph.llm.ScriptedChat.calls;
import static io.evergraph.llm.ScriptedChat.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.message.SystemMessage;
import io.evergraph.agent.ReactAgent;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.llm.ScriptedChat;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.llm.tool.Approval;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.state.StateUpdate;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the pages on agents and approvals show is compiled, and does what they say. */
class AgentPagesTest {
  private static final CodeOfPage CODE =
      new CodeOfPage(Path.of("src/test/java/io/evergraph/docs/AgentExample.java"));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tools",
        "agent",
        "use",
        "policies",
        "limits",
        "budget",
        "graphs",
        "conversational",
        "mcp",
        "hook",
        "judge",
        "mode",
        "limited"
      })
  void shouldShowTheAgentThatIsCompiled(String part) {
    CODE.assertShownOn(Path.of("docs/agents.md"), part);
  }

  @ParameterizedTest
  @ValueSource(strings = {"approval", "remembered", "revoked", "decided"})
  void shouldShowTheApprovalThatIsCompiled(String part) {
    CODE.assertShownOn(Path.of("docs/approvals.md"), part);
  }

  @Test
  void shouldCallGraphsAsThePageSays() {
    Graph research =
        ReactAgent.of("research", ModelSource.of(ScriptedChat.of(says("It sells pens.")))).build();
    Graph quote =
        Graph.builder("quote")
            .channels(AgentExample.ORDER, AgentExample.PRICE)
            .node(
                "price",
                context ->
                    Command.update(
                        AgentExample.PRICE, 3 * context.state().get(AgentExample.ORDER).pieces()))
            .edge(Graph.START, "price")
            .build();
    ScriptedChat model =
        ScriptedChat.of(
            calls(
                call("1", "research", "{\"task\":\"What does it sell?\"}"),
                call("2", "quote", "{\"article\":\"pen\",\"pieces\":4}")),
            says("Four pens are 12 euros."));
    try (InMemoryRuntime runtime = InMemoryRuntime.of()) {
      RunResult result =
          runtime
              .start(
                  AgentExample.desk(model, research, quote),
                  ThreadId.of("desk-1"),
                  StateUpdate.of(ReactAgent.MESSAGES, Message.user("Four pens?")))
              .await();

      assertThat(result.state().get(ReactAgent.MESSAGES))
          .extracting(Message::text)
          .containsExactly("Four pens?", "", "It sells pens.", "12", "Four pens are 12 euros.");
    }
  }

  @Test
  void shouldDoWhatTheExampleSays() {
    ScriptedChat model =
        ScriptedChat.of(
            calls(call("1", "order", "{\"number\":\"7\"}")),
            calls(call("2", "refund", "{\"order\":\"7\",\"amount\":250}")),
            says("You get 250 euros."));
    Graph support = AgentExample.support(model);
    try (InMemoryRuntime runtime = InMemoryRuntime.of(support)) {
      RunResult result = AgentExample.refund(runtime, support, ThreadId.of("customer-1"));

      assertThat(result.state().get(ReactAgent.MESSAGES))
          .extracting(Message::text)
          .containsExactly(
              "Please refund order 7.",
              "",
              "Order 7: 250 euros, delivered",
              "",
              "Paid back 250 euros for order 7",
              "You get 250 euros.");
    }
  }

  @Test
  void shouldJudgeWithTheModelThatTheRunNames() {
    ScriptedChat best = ScriptedChat.of(says("{\"granted\":true,\"reason\":\"r\"}"));
    Graph judge =
        AgentExample.judge(Map.of("fast", ScriptedChat.of(), "best", best), ScriptedChat.of());
    StateUpdate input =
        StateUpdate.of(ReactAgent.MESSAGES, Message.user("A refund"))
            .with(AgentExample.CUSTOMER, "Ann");
    try (InMemoryRuntime runtime = InMemoryRuntime.of(judge)) {
      RunOptions options = RunOptions.builder().context(Map.of("model", "best")).build();
      RunResult result = runtime.start("judge", ThreadId.random(), input, options).await();

      assertThat(result.state().get(ReactAgent.answerOf(AgentExample.Verdict.class)))
          .isEqualTo(new AgentExample.Verdict(true, "r"));
      assertThat(best.requests().get(0).messages().get(0))
          .isEqualTo(SystemMessage.from("Judge what Ann asks for. "));
    }
  }

  @Test
  void shouldTakeTheOptionsThatThePagesName() {
    Approval approval = AgentExample.approval();

    assertThat(AgentExample.remembered().scopes()).contains(Approval.Scope.TOOL);
    assertThat(approval.patience()).isEqualTo(Optional.of(Duration.ofDays(2)));
    assertThat(
            ReactAgent.of("options", ModelSource.of(ScriptedChat.of()))
                .tools(AgentExample.policies())
                .limits(AgentExample.limits())
                .approve(approval)
                .build()
                .spec()
                .node("refund"))
        .isPresent();
  }
}

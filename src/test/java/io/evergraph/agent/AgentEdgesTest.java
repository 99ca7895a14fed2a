package io.evergraph.agent;

import static io.evergraph.agent.ReactAgent.MESSAGES;
import static io.evergraph.llm.ScriptedChat.call;
import static io.evergraph.llm.ScriptedChat.calls;
import static io.evergraph.llm.ScriptedChat.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import io.evergraph.agent.flow.LlmRoutingAgent;
import io.evergraph.agent.hook.AgentHook;
import io.evergraph.agent.hook.HookContext;
import io.evergraph.agent.hook.HookResult;
import io.evergraph.agent.team.Handoff;
import io.evergraph.agent.team.Supervisor;
import io.evergraph.agent.team.Swarm;
import io.evergraph.error.InvalidAnswerException;
import io.evergraph.graph.Graph;
import io.evergraph.llm.ScriptedChat;
import io.evergraph.llm.limit.Limits;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.ToolCall;
import io.evergraph.llm.model.ModelAround;
import io.evergraph.llm.model.ModelRequest;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.llm.tool.Approval;
import io.evergraph.llm.tool.Approval.Scope;
import io.evergraph.llm.tool.CallDecision.Kind;
import io.evergraph.llm.tool.ToolContext;
import io.evergraph.llm.tool.ToolSource;
import io.evergraph.llm.tool.Toolset;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import io.evergraph.state.StateUpdate;
import io.evergraph.testkit.EvergraphExtension;
import io.evergraph.testkit.GraphRun;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Agents, flows and teams where models, people and sources do what is seldom done. */
@ExtendWith(EvergraphExtension.class)
class AgentEdgesTest {
  private final List<String> made = Collections.synchronizedList(new ArrayList<>());

  private Toolset tool(String name) {
    return Toolset.of(
        ToolSpecification.builder().name(name).build(),
        (called, context) -> {
          made.add(called.name());
          return "ok";
        });
  }

  private static ReactAgent agent(String name, ScriptedChat model) {
    return ReactAgent.of(name, ModelSource.of(model));
  }

  private static List<String> texts(RunResult result) {
    return result.state().get(MESSAGES).stream().map(Message::text).toList();
  }

  static List<Map<String, Object>> shortForms() {
    return List.of(
        Map.of("approved", true),
        Map.of("approved", true, "type", "edit", "args", Map.of()),
        Map.of("approved", false, "type", "respond", "message", "done"),
        Map.of("approved", false, "remember", "thread"));
  }

  @ParameterizedTest
  @MethodSource("shortForms")
  void shouldTakeNoShortFormOfWhatTheRuleDoesNotAllow(Map<String, Object> answer) {
    Approval rule = Approval.of("pay").allow(Kind.REJECT).rememberable(Scope.ARGUMENTS);
    Graph agent =
        agent("agent", ScriptedChat.of(calls(call("1", "pay", "{}")), says("Done.")))
            .tools(tool("pay"))
            .approve(rule)
            .build();
    GraphRun run = GraphRun.of(agent).user("Hi").start();

    assertThatThrownBy(() -> run.answer(answer)).isInstanceOf(InvalidAnswerException.class);

    assertThat(made).isEmpty();
    assertThat(run.answer(Map.of("approved", false)).result().status())
        .isEqualTo(RunStatus.FINISHED);
  }

  /** Sends the first and the last message only. */
  private static final class Shortening implements AgentHook {
    @Override
    public Message.Assistant aroundModel(
        ModelRequest request, HookContext context, ModelAround.Next model) {
      List<Message> all = request.messages();
      List<Message> few = all.size() < 3 ? all : List.of(all.get(0), all.get(all.size() - 1));
      return model.ask(request.withMessages(few));
    }
  }

  @Test
  void shouldSendNoResultWithoutItsCallWhateverAHookLeavesOut() {
    ScriptedChat model = ScriptedChat.of(calls(call("1", "pay", "{}")), says("Done."));
    Graph agent = agent("agent", model).tools(tool("pay")).with(new Shortening()).build();

    RunResult result = GraphRun.of(agent).user("Hi").start().result();

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(model.requests().get(1).messages()).hasSize(1);
  }

  private static final ListChannel<String> AUDIT = ListChannel.append("audit", String.class);
  private static final Channel<Integer> COUNT = Channel.sum("count", Integer.class);

  /** Reads what hooks have written in the same task, and writes once more. */
  private static final class Auditor implements AgentHook {
    @Override
    public List<Channel<?>> channels() {
      return List.of(AUDIT);
    }

    @Override
    public Message.Assistant aroundModel(
        ModelRequest request, HookContext context, ModelAround.Next model) {
      context.write(StateUpdate.of(AUDIT, "asked").with(COUNT, 1));
      context.write(StateUpdate.of(AUDIT, "again").with(COUNT, 1));
      Message.Assistant answer = model.ask(request);
      return Message.assistant(
          answer.text() + context.state().get(AUDIT) + context.state().get(COUNT));
    }
  }

  @Test
  void shouldShowHooksWhatTheyWriteThroughTheReducersOfItsChannels() {
    Graph agent =
        agent("agent", ScriptedChat.of(says("Done "))).channels(COUNT).with(new Auditor()).build();

    RunResult result =
        GraphRun.of(agent).input(StateUpdate.of(COUNT, 5)).user("Hi").start().result();

    assertThat(texts(result)).containsExactly("Hi", "Done [asked, again]7");
    assertThat(result.state().get(AUDIT)).containsExactly("asked", "again");
    assertThat(result.state().get(COUNT)).isEqualTo(7);
  }

  /** A source whose tools come and go. */
  private final class Shop implements ToolSource {
    private volatile List<ToolSpecification> offered =
        List.of(ToolSpecification.builder().name("pay").build());

    @Override
    public String name() {
      return "shop";
    }

    @Override
    public List<ToolSpecification> tools() {
      return offered;
    }

    @Override
    public String execute(ToolCall call, ToolContext context) {
      made.add(call.name());
      return "ok";
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldTellTheModelOfAnApprovedToolThatIsGone(Approval.Card card) {
    Shop shop = new Shop();
    Approval rule = Approval.of("shop_pay");
    Graph agent =
        agent("agent", ScriptedChat.of(calls(call("1", "shop_pay", "{}")), says("Done.")))
            .tools(Toolset.source(shop))
            .approve(card == Approval.Card.PER_CALL ? rule.perCall() : rule)
            .build();
    GraphRun run = GraphRun.of(agent).user("Hi").start();
    shop.offered = List.of();

    RunResult result = run.answer(Map.of("type", "approve")).result();

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(made).isEmpty();
    assertThat(texts(result).get(2)).startsWith("There is no tool 'shop_pay'.");
  }

  record Verdict(boolean granted) {}

  @Test
  void shouldRefuseAnApprovalOfTheFinalAnswer() {
    ReactAgent agent = agent("judge", ScriptedChat.of()).answer(Verdict.class).approve("answer");

    assertThatThrownBy(agent::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'answer'");
  }

  @Test
  void shouldTakeNoFinalAnswerForAnotherToolInAnEdit() {
    Graph agent =
        agent("judge", ScriptedChat.of(calls(call("1", "pay", "{}")), says("{\"granted\":true}")))
            .tools(tool("pay"))
            .answer(Verdict.class)
            .approve("pay")
            .build();
    GraphRun run = GraphRun.of(agent).user("Hi").start();
    Map<String, Object> action = Map.of("name", "answer", "args", Map.of("granted", true));

    assertThatThrownBy(() -> run.answer(Map.of("type", "edit", "edited_action", action)))
        .isInstanceOf(InvalidAnswerException.class);
  }

  /** Is never content. */
  private static final class Again implements AgentHook {
    @Override
    public HookResult afterAgent(HookContext context) {
      return HookResult.tell("Again.").jumpTo(HookResult.Jump.MODEL);
    }
  }

  @Test
  void shouldEndATurnAtItsLimitThoughAHookWantsMore() {
    ScriptedChat model =
        ScriptedChat.of(
            IntStream.range(0, 10).mapToObj(i -> says("draft " + i)).toArray(AiMessage[]::new));
    Graph agent =
        agent("writer", model)
            .with(new Again())
            .limits(Limits.perTurn(turn -> turn.modelCalls(3)))
            .build();

    RunResult result = GraphRun.of(agent).user("Write.").start().result();

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(model.requests()).hasSize(3);
    assertThat(texts(result))
        .containsExactly(
            "Write.",
            "draft 0",
            "Again.",
            "draft 1",
            "Again.",
            "draft 2",
            "Again.",
            "The limit of 3 model calls in one turn is reached.",
            "Again.");
  }

  /** Wants more until somebody has said a word. */
  private record Until(String word) implements AgentHook {
    @Override
    public HookResult afterAgent(HookContext context) {
      return context.messages().stream().map(Message::text).anyMatch(word::equals)
          ? HookResult.goOn()
          : HookResult.tell("More.").jumpTo(HookResult.Jump.MODEL);
    }
  }

  @Test
  void shouldSendATurnThatAnotherHookEndsBackToWorkOnceOnly() {
    ScriptedChat boss =
        ScriptedChat.of(calls(call("1", "transfer_to_r", "{}")), says("one"), says("two"));
    ScriptedChat reader = ScriptedChat.of(says("R found"));
    Graph org =
        Supervisor.of("org", ModelSource.of(boss))
            .worker(agent("r", reader).build())
            .with(new Until("two"))
            .build();

    RunResult result = GraphRun.of(org).user("Hi").start().result();

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(boss.requests()).hasSize(3);
    assertThat(reader.requests()).hasSize(1);
  }

  @Test
  void shouldTakeTheFirstOfTwoHandoffsThatAreEqual() {
    ScriptedChat alice =
        ScriptedChat.of(
            calls(call("", "transfer_to_bob", "{}"), call("", "transfer_to_bob", "{}")));
    Graph swarm =
        Swarm.of("swarm")
            .agents(
                agent("alice", alice).with(Handoff.to("bob")).build(),
                agent("bob", ScriptedChat.of(says("bob here"))).build())
            .build();

    RunResult result = GraphRun.of(swarm).user("Hi").start().result();

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(texts(result))
        .containsExactly(
            "Hi",
            "",
            "Successfully transferred to bob",
            "Multiple handoffs detected, ignoring this one.",
            "bob here");
  }

  @Test
  void shouldTakeTheFirstHandoffWhereAnEditMakesAnother() {
    ScriptedChat alice =
        ScriptedChat.of(
            calls(call("1", "pay", "{}"), call("2", "transfer_to_bob", "{}")), says("Ask carol."));
    Graph swarm =
        Swarm.of("swarm")
            .agents(
                agent("alice", alice)
                    .tools(tool("pay"))
                    .approve("pay")
                    .with(Handoff.to("bob").and("carol"))
                    .build(),
                agent("bob", ScriptedChat.of()).build(),
                agent("carol", ScriptedChat.of(says("carol here"))).build())
            .build();
    GraphRun run = GraphRun.of(swarm).user("Hi").start();
    Map<String, Object> action = Map.of("name", "transfer_to_carol", "args", Map.of());

    RunResult result = run.answer(Map.of("type", "edit", "edited_action", action)).result();

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(texts(result)).contains("Multiple handoffs detected, ignoring this one.");
    assertThat(texts(result)).last().isEqualTo("carol here");
  }

  @Test
  void shouldGoToTheFallbackWhereTheChoiceHoldsNothing() {
    ScriptedChat router = ScriptedChat.of(says("{\"agents\":[null]}"), says("{\"agents\":[null]}"));
    Graph desk =
        LlmRoutingAgent.of("desk", ModelSource.of(router))
            .agent(agent("billing", ScriptedChat.of()).build(), "invoices")
            .retries(1)
            .fallback(agent("people", ScriptedChat.of(says("Hello."))).build())
            .build();

    RunResult result = GraphRun.of(desk).user("Hi").start().result();

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(router.requests()).hasSize(2);
    assertThat(texts(result)).containsExactly("Hi", "Hello.");
  }

  @Test
  void shouldNameHooksOfAnonymousClasses() {
    AgentHook one =
        new AgentHook() {
          @Override
          public HookResult beforeAgent(HookContext context) {
            return HookResult.tell("Hello.");
          }
        };
    AgentHook other = new AgentHook() {};
    Graph agent = agent("agent", ScriptedChat.of(says("Done."))).with(one, other).build();

    GraphRun run = GraphRun.of(agent).user("Hi").start();

    assertThat(run.chat()).extracting(Message::text).containsExactly("Hi", "Hello.", "Done.");
    assertThat(one.name()).isEqualTo("agentEdgesTest_1");
  }

  @Test
  void shouldSayThatAToolReturnedNull() {
    Toolset tools =
        Toolset.of(ToolSpecification.builder().name("pay").build(), (call, context) -> null);
    Graph agent =
        agent("agent", ScriptedChat.of(calls(call("1", "pay", "{}")))).tools(tools).build();

    RunResult result = GraphRun.of(agent).user("Hi").start().result();

    assertThat(result.error().orElseThrow())
        .hasMessageContaining("Expected a text from tool 'pay' but found null");
  }
}

package io.evergraph.contract;

import static io.evergraph.agent.ReactAgent.MESSAGES;
import static io.evergraph.llm.ScriptedChat.call;
import static io.evergraph.llm.ScriptedChat.calls;
import static io.evergraph.llm.ScriptedChat.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.data.message.AiMessage;
import io.evergraph.agent.ExecutionMode;
import io.evergraph.agent.ReactAgent;
import io.evergraph.agent.flow.LlmRoutingAgent;
import io.evergraph.agent.flow.Merge;
import io.evergraph.agent.flow.ParallelAgent;
import io.evergraph.agent.flow.SequentialAgent;
import io.evergraph.agent.hook.AgentHook;
import io.evergraph.agent.hook.HookContext;
import io.evergraph.agent.hook.Summary;
import io.evergraph.agent.team.Handoff;
import io.evergraph.agent.team.Supervisor;
import io.evergraph.agent.team.Swarm;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Embedding;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodePolicy;
import io.evergraph.llm.ScriptedChat;
import io.evergraph.llm.limit.Limits;
import io.evergraph.llm.limit.Price;
import io.evergraph.llm.limit.TotalUsage;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.model.ModelAround;
import io.evergraph.llm.model.ModelRequest;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.llm.tool.Toolset;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.state.StateUpdate;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What agents use counts for the agent around them, once. */
class TotalUsageContract extends RuntimeContract {
  private static final NodePolicy ONCE = NodePolicy.builder().attempts(1).build();
  private static final Price PRICE = Price.of("1", "1");

  private final AtomicInteger failures = new AtomicInteger();

  /** The tool of an agent; it fails as often as it is told to. */
  private final class Shop {
    @Tool("Buys something")
    String buy(@P("what") String what) {
      if (failures.getAndDecrement() > 0) {
        throw new IllegalStateException("The shop is closed.");
      }
      return what + " bought";
    }
  }

  private static ScriptedChat model(int tokens, AiMessage... script) {
    return ScriptedChat.of(script).reporting(tokens - 1, 1);
  }

  private ReactAgent agent(String name, ScriptedChat model) {
    return ReactAgent.of(name + "-" + thread().value(), ModelSource.of(model));
  }

  private Graph speaker(String name, int tokens) {
    return ReactAgent.of(name, ModelSource.of(model(tokens, says("I am " + name)))).build();
  }

  private static AiMessage ask(Toolset tools) {
    return calls(call("ask", tools.names().get(0), "{\"task\":\"t\"}"));
  }

  private static Toolset tool(Graph graph) {
    return Toolset.agent(graph, "helps");
  }

  private RunResult say(Graph graph, String text) {
    return start(graph, StateUpdate.of(MESSAGES, Message.user(text)));
  }

  private static String last(RunResult result) {
    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    List<Message> chat = result.state().get(MESSAGES);
    return chat.get(chat.size() - 1).text();
  }

  /** Returns a graph that shows what the agents of another one have used. */
  private Graph showing(Graph inner) {
    Embedding chat = Embedding.DEFAULT.input(MESSAGES, MESSAGES).output(MESSAGES, MESSAGES);
    return Graph.builder("showing-" + thread().value())
        .channels(MESSAGES, TotalUsage.TOKENS, TotalUsage.COST)
        .subgraph("inner", inner, TotalUsage.passedOn(chat, inner))
        .edge(Graph.START, "inner")
        .build();
  }

  private static long tokens(RunResult result) {
    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    return result.state().get(TotalUsage.TOKENS);
  }

  @Test
  void shouldPassOnWhatAgentsOfFlowsHaveUsed() {
    Graph both = ParallelAgent.of("both").agents(speaker("b", 20), speaker("c", 300)).build();
    Graph flow =
        SequentialAgent.of("flow-" + thread().value()).agents(speaker("a", 4_000), both).build();

    assertThat(tokens(say(showing(flow), "Hi"))).isEqualTo(4_320);
  }

  @Test
  void shouldPassOnWhatWorkersOfASupervisorHaveUsed() {
    ScriptedChat chooser =
        model(
            10,
            calls(call("1", "transfer_to_r", "{}"), call("2", "transfer_to_w", "{}")),
            says("done"));
    Graph org =
        Supervisor.of("org-" + thread().value(), ModelSource.of(chooser))
            .worker(speaker("r", 300))
            .worker(speaker("w", 4_000))
            .pricedAt(PRICE)
            .build();

    RunResult result = say(showing(org), "Hi");

    assertThat(tokens(result)).isEqualTo(4_320);
    assertThat(result.state().get(TotalUsage.COST)).isEqualTo(20);
  }

  @Test
  void shouldPassOnWhatMembersOfASwarmHaveUsed() {
    ScriptedChat model = model(20, calls(call("1", "transfer_to_bob", "{}")));
    Graph alice = ReactAgent.of("alice", ModelSource.of(model)).with(Handoff.to("bob")).build();
    Graph swarm = Swarm.of("swarm-" + thread().value()).agents(alice, speaker("bob", 300)).build();

    assertThat(tokens(say(showing(swarm), "Hi"))).isEqualTo(320);
  }

  @Test
  void shouldCountWhatARouterAsksItsModelEachTime() {
    ScriptedChat chooser =
        model(10, says("Whom?"), says("{\"agents\":[{\"agent\":\"a\",\"query\":\"Go\"}]}"));
    Graph desk =
        LlmRoutingAgent.of("desk-" + thread().value(), ModelSource.of(chooser))
            .agent(speaker("a", 300), "helps")
            .pricedAt(PRICE)
            .build();

    RunResult result = say(showing(desk), "Hi");

    assertThat(tokens(result)).isEqualTo(320);
    assertThat(result.state().get(TotalUsage.COST)).isEqualTo(20);
  }

  @Test
  void shouldCountWhatAMergeAsksItsModel() {
    ScriptedChat merger = model(10, says("Both agree."));
    Graph opinions =
        ParallelAgent.of("opinions-" + thread().value())
            .agents(speaker("a", 300), speaker("b", 4_000))
            .merge(Merge.by(ModelSource.of(merger), "Merge."))
            .pricedAt(PRICE)
            .build();

    RunResult result = say(showing(opinions), "Hi");

    assertThat(tokens(result)).isEqualTo(4_310);
    assertThat(result.state().get(TotalUsage.COST)).isEqualTo(10);
  }

  private ReactAgent summing(ScriptedChat model, ScriptedChat summarizer) {
    return agent("summing", model)
        .with(Summary.with(ModelSource.of(summarizer)).whenOverMessages(2).keep(1));
  }

  @Test
  void shouldCountASummaryInTheTurnThatItIsWrittenIn() {
    ScriptedChat model = model(10, says("Hello."), says("never"));
    ScriptedChat summarizer = model(100, says("Greetings."));
    Graph agent =
        summing(model, summarizer).limits(Limits.perTurn(turn -> turn.tokens(100))).build();

    assertThat(last(say(agent, "Hi"))).isEqualTo("Hello.");
    assertThat(last(say(agent, "And?")))
        .isEqualTo("The limit of 100 tokens in one turn is reached.");
    assertThat(model.requests()).hasSize(1);
  }

  @Test
  void shouldCountWhatASummaryCostsAndNothingOfItTwice() {
    ScriptedChat model = model(10, says("Hello."), says("Again."));
    Graph agent =
        summing(model, model(100, says("Greetings."))).limits(Limits.NONE.pricedAt(PRICE)).build();
    Graph shown = showing(agent);

    RunResult first = say(shown, "Hi");
    RunResult second = say(shown, "And?");

    assertThat(tokens(first)).isEqualTo(10);
    assertThat(tokens(second)).isEqualTo(120);
    assertThat(second.state().get(TotalUsage.COST)).isEqualTo(120);
  }

  @Test
  void shouldWriteNoSummaryBeyondALimit() {
    ScriptedChat summarizer = model(100, says("never"));
    Graph agent =
        summing(model(10, says("Hello."), says("never")), summarizer)
            .limits(Limits.NONE.perThread(thread -> thread.tokens(10)))
            .build();

    assertThat(last(say(agent, "Hi"))).isEqualTo("Hello.");
    assertThat(last(say(agent, "And?")))
        .isEqualTo("The limit of 10 tokens in one thread is reached.");
    assertThat(summarizer.requests()).isEmpty();
  }

  /** Asks twice, and says something else than the model. */
  private static final class Twice implements AgentHook {
    @Override
    public Message.Assistant aroundModel(
        ModelRequest request, HookContext context, ModelAround.Next model) {
      return Message.assistant(model.ask(request).text() + model.ask(request).text());
    }
  }

  @Test
  void shouldCountEachCallThatAHookMakesOfTheModel() {
    Graph agent = agent("twice", model(10, says("one"), says("two"))).with(new Twice()).build();

    RunResult result = say(showing(agent), "Hi");

    assertThat(last(result)).isEqualTo("onetwo");
    assertThat(tokens(result)).isEqualTo(20);
  }

  @ParameterizedTest
  @EnumSource
  void shouldCountWhatAnAgentOfEachModeHasUsed(ExecutionMode mode) {
    ScriptedChat model =
        model(10, calls(call("b", "buy", "{\"what\":\"pen\"}")), says("It is bought."));
    Graph buyer =
        agent("buyer", model)
            .tools(Toolset.from(new Shop()))
            .limits(Limits.NONE.pricedAt(PRICE))
            .mode(mode)
            .build();

    RunResult result = say(showing(buyer), "Hi");

    assertThat(tokens(result)).isEqualTo(20);
    assertThat(result.state().get(TotalUsage.COST)).isEqualTo(20);
  }

  @Test
  void shouldCountAnAgentWithoutLimitsTwoAgentsDeep() {
    Toolset inner = tool(agent("inner", model(4_000, says("Found."))).limits(Limits.NONE).build());
    Toolset middle =
        tool(agent("middle", model(100, ask(inner), says("Yes."))).tools(inner).build());
    ScriptedChat model = model(10, ask(middle), says("Done."), says("never"));
    Graph outer =
        agent("outer", model)
            .tools(middle)
            .limits(Limits.NONE.perThread(thread -> thread.tokens(4_220)))
            .build();

    assertThat(last(say(outer, "Hi"))).isEqualTo("Done.");
    assertThat(last(say(outer, "And?")))
        .isEqualTo("The limit of 4220 tokens in one thread is reached.");
    assertThat(model.requests()).hasSize(2);
  }

  @Test
  void shouldEndATurnThatReachesItsTokensInAFlowAndBeginTheNextOneAnew() {
    Toolset tools = tool(SequentialAgent.of("flow").agents(speaker("a", 300)).build());
    ScriptedChat model = model(10, ask(tools), says("Hello again."));
    Graph outer =
        agent("outer", model).tools(tools).limits(Limits.perTurn(turn -> turn.tokens(310))).build();

    assertThat(last(say(outer, "Hi"))).isEqualTo("The limit of 310 tokens in one turn is reached.");
    assertThat(model.requests()).hasSize(1);
    assertThat(last(say(outer, "And?"))).isEqualTo("Hello again.");
  }

  private record Verdict(boolean granted) {}

  /** No model call of the turn follows that could count them in it. */
  @Test
  void shouldCountTheTokensOfAnAgentInTheTurnThatEndsWithIt() {
    Toolset tools = tool(speaker("judge", 300));
    AiMessage answer = calls(call("a", "answer", "{\"granted\":true}"));
    AiMessage both =
        calls(call("1", "judge", "{\"task\":\"t\"}"), answer.toolExecutionRequests().get(0));
    ScriptedChat model = model(10, both, answer);
    Graph outer =
        agent("outer", model)
            .tools(tools)
            .answer(Verdict.class)
            .limits(
                Limits.perTurn(turn -> turn.tokens(300)).perThread(thread -> thread.tokens(320)))
            .build();

    RunResult unused = say(outer, "Hi");
    RunResult second = say(outer, "And?");

    assertThat(second.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(model.requests()).hasSize(2);
    assertThat(last(say(outer, "Once more")))
        .isEqualTo("The limit of 320 tokens in one thread is reached.");
  }

  @Test
  void shouldEndWhereAnAgentHasCostEnoughAtItsOwnPrice() {
    Graph inner =
        agent("inner", model(1_000, says("Found."))).limits(Limits.NONE.pricedAt(PRICE)).build();
    Toolset tools = tool(inner);
    ScriptedChat model = model(1_000, ask(tools));
    Limits limits = Limits.perTurn(turn -> turn.cost("0.003")).pricedAt(Price.of("2", "2"));

    RunResult result = say(agent("outer", model).tools(tools).limits(limits).build(), "Hi");

    assertThat(last(result)).isEqualTo("The limit of 0.003 cost in one turn is reached.");
    assertThat(model.requests()).hasSize(1);
  }

  @Test
  void shouldCountTheModelCallsOfAnAgentForItself() {
    AiMessage buys = calls(call("b", "buy", "{\"what\":\"pen\"}"));
    ScriptedChat inner = model(10, buys, buys, says("Two pens."));
    Toolset tools = tool(agent("inner", inner).tools(Toolset.from(new Shop())).build());
    ScriptedChat model = model(10, ask(tools), says("Done."));
    Limits limits = Limits.perTurn(turn -> turn.modelCalls(2).toolCalls("buy", 1));

    RunResult result = say(agent("outer", model).tools(tools).limits(limits).build(), "Hi");

    assertThat(last(result)).isEqualTo("Done.");
    assertThat(inner.requests()).hasSize(3);
  }

  @Test
  void shouldCountWhatEachCallOfAKeptAgentUsesAndNotWhatItRemembers() {
    Graph inner = agent("inner", model(100, says("A pen."), says("It is blue."))).build();
    Toolset tools = tool(inner).keptPerThread();
    ScriptedChat model =
        model(10, ask(tools), says("Yes?"), ask(tools), says("Done."), says("never"));
    Graph outer =
        agent("outer", model)
            .tools(tools)
            .limits(Limits.NONE.perThread(thread -> thread.tokens(240)))
            .build();

    assertThat(last(say(outer, "Hi"))).isEqualTo("Yes?");
    assertThat(last(say(outer, "And?"))).isEqualTo("Done.");
    assertThat(last(say(outer, "Well?")))
        .isEqualTo("The limit of 240 tokens in one thread is reached.");
  }

  @Test
  void shouldCountOnceWhereAPersonAnswersAndAFailedTaskRunsAgain() {
    failures.set(1);
    ScriptedChat buying =
        model(100, calls(call("b", "buy", "{\"what\":\"pen\"}")), says("Bought."));
    Graph buyer =
        agent("buyer", buying)
            .tools(Toolset.from(new Shop()))
            .toolPolicy(ONCE)
            .approve("buy")
            .build();
    Toolset tools = tool(buyer);
    Graph outer = agent("outer", model(10, ask(tools), says("Done."))).tools(tools).build();

    RunResult waiting = say(showing(outer), "Hi");
    RunResult parked = answer(Answer.single(Map.of("type", "approve")));
    RunResult result = answer(Answer.retry());

    assertThat(List.of(waiting.status(), parked.status()))
        .containsExactly(RunStatus.WAITING, RunStatus.PARKED);
    assertThat(tokens(result)).isEqualTo(220);
    assertThat(buying.requests()).hasSize(2);
  }
}

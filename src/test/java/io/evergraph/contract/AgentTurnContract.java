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
import io.evergraph.agent.hook.AgentHook;
import io.evergraph.agent.hook.Budget;
import io.evergraph.agent.hook.BudgetWindow;
import io.evergraph.agent.hook.HookContext;
import io.evergraph.agent.hook.HookResult;
import io.evergraph.agent.team.Handoff;
import io.evergraph.agent.team.Swarm;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Embedding;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeContext;
import io.evergraph.graph.Question;
import io.evergraph.llm.FaultyModel;
import io.evergraph.llm.ScriptedChat;
import io.evergraph.llm.limit.Limits;
import io.evergraph.llm.limit.Limits.Reaction;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.llm.tool.ToolErrorPolicy;
import io.evergraph.llm.tool.Toolset;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.spi.LocalBudgetLedger;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What agents count in a turn begins with each input of the thread, and with nothing else. */
class AgentTurnContract extends RuntimeContract {
  private static final AiMessage LOOK = calls(call("1", "look", "{}"));
  private static final Map<String, Object> APPROVE = Map.of("type", "approve");
  private static final Channel<Integer> ROUND = Channel.of("round", Integer.class);
  private static final String TWO_MODEL_CALLS =
      "The limit of 2 model calls in one turn is reached.";

  private final Queue<String> begun = new ConcurrentLinkedQueue<>();

  private ReactAgent agent(ScriptedChat model) {
    ToolSpecification look = ToolSpecification.builder().name("look").build();
    return ReactAgent.of("turns-" + thread().value(), ModelSource.of(model))
        .tools(Toolset.of(look, (call, context) -> "seen"));
  }

  private static Limits twoModelCalls() {
    return Limits.perTurn(turn -> turn.modelCalls(2));
  }

  private RunResult say(Graph graph) {
    return start(graph, StateUpdate.of(MESSAGES, Message.user("Hi")));
  }

  /** An input without a word of a user. */
  private RunResult instruct(Graph graph) {
    return start(graph, StateUpdate.of(MESSAGES, Message.instruction("Be brief.")));
  }

  private RunResult approve() {
    return answer(Answer.single(APPROVE));
  }

  private static String last(RunResult result) {
    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    List<Message> chat = result.state().get(MESSAGES);
    return chat.get(chat.size() - 1).text();
  }

  @ParameterizedTest
  @EnumSource
  void shouldBeginWithAnInputWithoutAUserWhileAPersonIsAsked(ExecutionMode mode) {
    ScriptedChat model = ScriptedChat.of(LOOK, LOOK, LOOK, says("never"));
    Graph agent = agent(model).limits(twoModelCalls()).approve("look").mode(mode).build();
    say(agent);
    RunResult waiting = approve();

    RunResult next = instruct(agent);
    RunResult ended = approve();

    assertThat(List.of(waiting.status(), next.status())).containsOnly(RunStatus.WAITING);
    assertThat(last(ended)).isEqualTo("never");
    assertThat(model.requests()).hasSize(4);
  }

  @Test
  void shouldBeginWithAnInputWithoutAUserWhereTheLastTurnParked() {
    Limits limits = twoModelCalls().onReached(Reaction.FAIL);
    ScriptedChat model = ScriptedChat.of(LOOK, LOOK, LOOK, says("Fine."));
    Graph agent = agent(model).limits(limits).build();
    RunResult parked = say(agent);

    RunResult next = instruct(agent);

    assertThat(parked.status()).isEqualTo(RunStatus.PARKED);
    assertThat(last(next)).isEqualTo("Fine.");
  }

  @Test
  void shouldGoOverARetryOfWhatParked() {
    Limits limits = twoModelCalls().onReached(Reaction.FAIL);
    ScriptedChat model = ScriptedChat.of(LOOK, LOOK, says("never"));
    RunResult parked = say(agent(model).limits(limits).build());

    RunResult again = answer(Answer.retry());

    assertThat(List.of(parked.status(), again.status())).containsOnly(RunStatus.PARKED);
    assertThat(model.requests()).hasSize(2);
  }

  /** Notes each call of the agent. */
  private final class Begins implements AgentHook {
    @Override
    public HookResult beforeAgent(HookContext context) {
      begun.add(context.thread());
      return HookResult.goOn();
    }
  }

  private static Command more(NodeContext context) {
    int round = context.state().find(ROUND).orElse(0) + 1;
    StateUpdate update =
        StateUpdate.of(ROUND, round).with(MESSAGES, Message.user("Round " + (round + 1)));
    return round < 3 ? Command.update(update).thenGoTo("work") : Command.none();
  }

  /** Calls an agent three times in a turn, with a message of a user each. */
  private Graph threeTimes(Graph worker, Embedding embedding) {
    return Graph.builder("calling-" + thread().value())
        .channels(MESSAGES, ROUND)
        .subgraph("work", worker, embedding)
        .node("more", AgentTurnContract::more)
        .edge(Graph.START, "work")
        .edge("work", "more")
        .ends("more", "work")
        .build();
  }

  @Test
  void shouldGoOverAllCallsOfAnAgentThatRemembers() {
    ScriptedChat model = ScriptedChat.of(says("a"), says("b"), says("never"));
    Graph worker = agent(model).limits(twoModelCalls()).with(new Begins()).build();

    RunResult ended = say(threeTimes(worker, Embedding.perThread()));

    assertThat(last(ended)).isEqualTo(TWO_MODEL_CALLS);
    assertThat(model.requests()).hasSize(2);
    assertThat(begun).hasSize(3);
  }

  @Test
  void shouldBeginAnewForAnAgentThatRemembersWithTheNextInput() {
    ScriptedChat model = ScriptedChat.of(says("a"), says("b"), says("c"));
    Graph worker = agent(model).limits(twoModelCalls()).build();
    Graph graph =
        Graph.builder("asked-" + thread().value())
            .channels(MESSAGES)
            .subgraph("work", worker, Embedding.perThread())
            .node("check", AgentTurnContract::check)
            .edge(Graph.START, "work")
            .edge("work", "check")
            .ends("check", "work")
            .build();
    say(graph);

    RunResult second = approve();
    RunResult third = approve();
    RunResult next = instruct(graph);

    assertThat(List.of(second.status(), third.status())).containsOnly(RunStatus.WAITING);
    assertThat(third.state().get(MESSAGES)).last().extracting("text").isEqualTo(TWO_MODEL_CALLS);
    assertThat(next.state().get(MESSAGES)).last().extracting("text").isEqualTo("c");
  }

  /** Sends back to the agent what a person wants. */
  private static Command check(NodeContext context) {
    Object unused = context.interrupt(Question.of("Once more?"));
    return Command.none().thenGoTo("work");
  }

  @Test
  void shouldLetAnAgentThatRemembersNothingBeginWithNothing() {
    ScriptedChat model = ScriptedChat.of(says("a"), says("b"), says("c"));
    Graph worker = agent(model).limits(Limits.perTurn(turn -> turn.modelCalls(1))).build();

    assertThat(last(say(threeTimes(worker, Embedding.DEFAULT)))).isEqualTo("c");
  }

  @Test
  void shouldGoOverAllCallsOfAToolThatIsAnAgentAndRemembers() {
    AiMessage ask = calls(call("ask", "inner", "{\"task\":\"t\"}"));
    ScriptedChat model = ScriptedChat.of(says("a"), says("b"), says("c"));
    Graph inner = ReactAgent.of("inner", ModelSource.of(model)).limits(twoModelCalls()).build();
    Graph outer =
        agent(ScriptedChat.of(ask, ask, ask, says("Done."), ask, says("Done again.")))
            .tools(Toolset.agent(inner, "helps").keptPerThread())
            .build();

    RunResult first = say(outer);
    RunResult second = instruct(outer);

    assertThat(first.state().get(MESSAGES)).extracting(Message::text).contains(TWO_MODEL_CALLS);
    assertThat(last(second)).isEqualTo("Done again.");
    assertThat(second.state().get(MESSAGES)).extracting(Message::text).contains("c");
  }

  @Test
  void shouldForgetWhatAPersonAllowedOfABudgetWithTheTurn() {
    Budget budget =
        Budget.perTenant(new LocalBudgetLedger(Clock.systemUTC()))
            .tokens(100, BudgetWindow.MONTH)
            .longestAnswer(50)
            .onReached(Reaction.ASK);
    ScriptedChat model = ScriptedChat.of(LOOK, says("a"), says("never")).reporting(100, 20);
    Graph agent = agent(model).with(budget).build();
    start(agent, StateUpdate.of(MESSAGES, Message.user("Hi")), ofTenant());
    RunResult allowed = approve();

    RunResult next =
        start(agent, StateUpdate.of(MESSAGES, Message.instruction("Go on.")), ofTenant());

    assertThat(last(allowed)).isEqualTo("a");
    assertThat(next.status()).isEqualTo(RunStatus.WAITING);
    assertThat(model.requests()).hasSize(2);
  }

  private static RunOptions.Builder ofTenant() {
    return RunOptions.builder().context(Map.of(Budget.TENANT, "acme"));
  }

  private static AiMessage to(String id, String agent) {
    return calls(call(id, "transfer_to_" + agent, "{}"));
  }

  private Graph swarm(int hops, ScriptedChat alice, ScriptedChat bob) {
    return Swarm.of("swarm-" + thread().value())
        .agents(
            ReactAgent.of("alice", ModelSource.of(alice)).with(Handoff.to("bob")).build(),
            ReactAgent.of("bob", ModelSource.of(bob)).with(Handoff.to("alice")).build())
        .maxHops(hops)
        .build();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldAskTheActiveAgentOfASwarmForAnInputWithoutAUser(boolean isKept) {
    Graph swarm = swarm(1, ScriptedChat.of(to("1", "bob")), ScriptedChat.of(says("a"), says("b")));
    Graph graph =
        isKept
            ? Graph.builder("around-" + thread().value())
                .channels(MESSAGES)
                .subgraph("team", swarm, Embedding.perThread())
                .edge(Graph.START, "team")
                .build()
            : swarm;
    say(graph);

    assertThat(last(instruct(graph))).isEqualTo("b");
  }

  @Test
  void shouldCountTheHandoffsOfASwarmOverItsCallsInATurn() {
    ScriptedChat alice = ScriptedChat.of(to("1", "bob"), says("never"));
    ScriptedChat bob = ScriptedChat.of(says("a"), says("b"), to("2", "alice"));

    RunResult ended = say(threeTimes(swarm(1, alice, bob), Embedding.perThread()));

    assertThat(last(ended)).isEqualTo("The limit of 1 handoffs in a turn is reached.");
    assertThat(ended.state().get(MESSAGES)).extracting(Message::text).contains("a", "b");
    assertThat(alice.requests()).hasSize(1);
  }

  @Test
  void shouldAskTheActiveAgentOfASwarmAgainWhereItsLastCallInTheTurnFailed() {
    AiMessage ask = calls(call("ask", "team", "{\"task\":\"t\"}"));
    FaultyModel alice =
        FaultyModel.named("alice").fails(() -> new IllegalArgumentException("refused")).says("a");
    Graph team =
        Swarm.of("team")
            .agents(
                ReactAgent.of("alice", ModelSource.of(alice)).with(Handoff.to("bob")).build(),
                ReactAgent.of("bob", ModelSource.of(ScriptedChat.of())).build())
            .build();
    Graph outer =
        agent(ScriptedChat.of(ask, ask, says("Done.")))
            .tools(
                Toolset.agent(team, "helps").keptPerThread().onFailure(ToolErrorPolicy.TELL_MODEL))
            .build();

    RunResult ended = say(outer);

    assertThat(last(ended)).isEqualTo("Done.");
    assertThat(ended.state().get(MESSAGES)).extracting(Message::text).contains("a");
  }
}

package io.evergraph.contract;

import static io.evergraph.agent.ReactAgent.BRANCH;
import static io.evergraph.agent.ReactAgent.MESSAGES;
import static io.evergraph.llm.ScriptedChat.call;
import static io.evergraph.llm.ScriptedChat.calls;
import static io.evergraph.llm.ScriptedChat.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import io.evergraph.agent.ReactAgent;
import io.evergraph.agent.hook.AgentHook;
import io.evergraph.agent.hook.HookContext;
import io.evergraph.agent.hook.HookResult;
import io.evergraph.error.TaskFailedException;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.NodeContext;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.Question;
import io.evergraph.llm.ScriptedChat;
import io.evergraph.llm.limit.LimitReachedException;
import io.evergraph.llm.limit.Limits;
import io.evergraph.llm.limit.Price;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.model.ModelNode;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.llm.tool.CallGuard;
import io.evergraph.llm.tool.ToolCalls;
import io.evergraph.llm.tool.Toolset;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.state.StateUpdate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

/** Limits count in turns and on threads, whatever runs and approvals they go over. */
class AgentLimitContract extends RuntimeContract {
  private static final AiMessage LOOK = calls(call("1", "look", "{}"));

  private final Queue<String> made = new ConcurrentLinkedQueue<>();

  private ReactAgent agent(ScriptedChat model, Limits limits) {
    return agent(model).limits(limits);
  }

  private ReactAgent agent(ScriptedChat model) {
    ToolSpecification look = ToolSpecification.builder().name("look").build();
    return ReactAgent.of("limited-" + thread().value(), ModelSource.of(model))
        .tools(
            Toolset.of(
                look,
                (call, context) -> {
                  made.add(call.id());
                  return "seen";
                }));
  }

  private RunResult say(ReactAgent agent, String text) {
    return start(agent.build(), StateUpdate.of(MESSAGES, Message.user(text)));
  }

  private static String last(RunResult result) {
    List<Message> chat = result.state().get(MESSAGES);
    return chat.get(chat.size() - 1).text();
  }

  @Test
  void shouldEndTurnsAtTheirOwnLimitAndThatOfTheThread() {
    ScriptedChat model = ScriptedChat.of(LOOK, LOOK, LOOK, LOOK);
    ReactAgent agent =
        agent(
            model,
            Limits.perTurn(turn -> turn.modelCalls(2)).perThread(thread -> thread.modelCalls(3)));

    String first = last(say(agent, "one"));
    String second = last(say(agent, "two"));
    String third = last(say(agent, "three"));

    assertThat(first).isEqualTo("The limit of 2 model calls in one turn is reached.");
    assertThat(second).isEqualTo("The limit of 3 model calls in one thread is reached.");
    assertThat(third).isEqualTo(second);
    assertThat(model.requests()).hasSize(3);
  }

  /** Only another input begins another turn, and each does. */
  @Test
  void shouldBeginATurnWithAnInputInWhichNoUserSaysAnything() {
    ScriptedChat model = ScriptedChat.of(LOOK, LOOK, LOOK, says("Fine."));
    ReactAgent agent = agent(model, Limits.perTurn(turn -> turn.modelCalls(2)));

    String first = last(say(agent, "one"));
    RunResult second =
        start(agent.build(), StateUpdate.of(MESSAGES, Message.instruction("Be brief.")));

    assertThat(first).isEqualTo("The limit of 2 model calls in one turn is reached.");
    assertThat(last(second)).isEqualTo("Fine.");
    assertThat(model.requests()).hasSize(4);
  }

  /** The end of the agent is asked about, and the model goes on with the answer. */
  private static final class Again implements AgentHook {
    @Override
    public HookResult afterAgent(HookContext context) {
      Object unused = context.ask(Question.of("Once more?"));
      return HookResult.goOn().jumpTo(HookResult.Jump.MODEL);
    }
  }

  @Test
  void shouldCountATurnOverAQuestionAtItsEnd() {
    ScriptedChat model = ScriptedChat.of(says("a"), says("b"), says("never"));
    ReactAgent agent = agent(model, Limits.perTurn(turn -> turn.modelCalls(2))).with(new Again());
    RunResult unused = say(agent, "one");

    RunResult second = answer(Answer.single("yes"));
    RunResult third = answer(Answer.single("yes"));
    RunResult ended = answer(Answer.single("yes"));

    assertThat(List.of(second.status(), third.status())).containsOnly(RunStatus.WAITING);
    assertThat(last(ended)).isEqualTo("The limit of 2 model calls in one turn is reached.");
    assertThat(model.requests()).hasSize(2);
  }

  /** Nothing but the end of the graph ends a turn: the review goes back to the model. */
  @Test
  void shouldCountATurnOverTheAnswersOfAReviewInAGraphOfOnesOwn() {
    ScriptedChat model = ScriptedChat.of(says("a"), says("b"), says("never"));
    Graph graph = reviewed(model, Limits.perTurn(turn -> turn.modelCalls(2)));
    RunResult unused = start(graph, StateUpdate.of(MESSAGES, Message.user("one")));

    RunResult second = answer(Answer.single("again"));
    RunResult third = answer(Answer.single("again"));

    assertThat(second.status()).isEqualTo(RunStatus.WAITING);
    assertThat(last(third)).isEqualTo("The limit of 2 model calls in one turn is reached.");
    assertThat(model.requests()).hasSize(2);
  }

  private Graph reviewed(ScriptedChat model, Limits limits) {
    ModelNode asking = ModelNode.of(ModelSource.of(model), MESSAGES).withLimits(limits);
    GraphBuilder graph =
        Graph.builder("reviewed-" + thread().value())
            .channels(MESSAGES, BRANCH)
            .node("model", asking)
            .edge(Graph.START, "model")
            .node("review", AgentLimitContract::review)
            .ends("review", "model", Graph.END);
    new ToolCalls(
            Toolset.empty(),
            MESSAGES,
            List.of(),
            NodePolicy.DEFAULT,
            limits,
            CallGuard.NONE,
            ToolCalls.Tasks.PER_CALL)
        .addTo(graph, new ToolCalls.Loop("model", "model", "review"), BRANCH);
    return graph.build();
  }

  private static Command review(NodeContext context) {
    if (Limits.haveEnded(context.state().get(MESSAGES))) {
      return Command.none().thenGoTo(Graph.END);
    }
    Object unused = context.interrupt(Question.of("Once more?"));
    return Command.none().thenGoTo("model");
  }

  /** Ends the turn with the second answer of the model. */
  private static final class Guard implements AgentHook {
    @Override
    public HookResult afterModel(Message.Assistant answer, HookContext context) {
      return answer.text().equals("Stop.") ? HookResult.end("Guarded.") : HookResult.goOn();
    }
  }

  /** Sees the end of each turn. */
  private static final class Witness implements AgentHook {
    @Override
    public HookResult afterAgent(HookContext context) {
      return HookResult.goOn();
    }
  }

  private List<String> twoTurns(AgentHook hook) {
    ScriptedChat model = ScriptedChat.of(LOOK, says("Stop."), LOOK, says("Fine."));
    ReactAgent agent = agent(model, Limits.perTurn(turn -> turn.modelCalls(2))).with(hook);
    String first = last(say(agent, "one"));
    RunResult second =
        start(agent.build(), StateUpdate.of(MESSAGES, Message.instruction("Be brief.")));
    return List.of(first, last(second));
  }

  @Test
  void shouldBeginATurnAfterOneThatAHookHasEnded() {
    assertThat(twoTurns(new Guard())).containsExactly("Guarded.", "Fine.");
  }

  @Test
  void shouldBeginATurnAfterOneWhoseEndAHookHasSeen() {
    assertThat(twoTurns(new Witness())).containsExactly("Stop.", "Fine.");
  }

  @Test
  void shouldCountATurnOverTheRunsOfItsApprovals() {
    ScriptedChat model = ScriptedChat.of(LOOK, LOOK, says("never"));
    RunResult first =
        say(agent(model, Limits.perTurn(turn -> turn.modelCalls(2))).approve("look"), "one");

    RunResult second = answer(Answer.single(Map.of("type", "approve")));
    RunResult third = answer(Answer.single(Map.of("type", "approve")));

    assertThat(List.of(first.status(), second.status()))
        .containsExactly(RunStatus.WAITING, RunStatus.WAITING);
    assertThat(third.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(last(third)).isEqualTo("The limit of 2 model calls in one turn is reached.");
    assertThat(model.requests()).hasSize(2);
  }

  @Test
  void shouldFailAtALimitWhereItIsToldTo() {
    RunResult result =
        say(
            agent(
                ScriptedChat.of(LOOK),
                Limits.perTurn(turn -> turn.modelCalls(1)).onReached(Limits.Reaction.FAIL)),
            "one");

    assertThat(result.status()).isEqualTo(RunStatus.PARKED);
    TaskFailedException failure = (TaskFailedException) result.error().orElseThrow();
    assertThat(failure.errorType()).isEqualTo(LimitReachedException.class.getName());
    assertThat(failure.reason()).contains("limit of 1 model calls", "Used are 1");
    assertThat(failure.attempts()).isEqualTo(1);
  }

  @Test
  void shouldTellTheModelOfCallsBeyondALimitAndMakeTheOthers() {
    ScriptedChat model =
        ScriptedChat.of(
            calls(call("1", "look", "{}"), call("2", "look", "{}"), call("3", "look", "{}")),
            says("Enough."));

    RunResult result = say(agent(model, Limits.perTurn(turn -> turn.toolCalls("look", 2))), "one");

    assertThat(result.state().get(MESSAGES))
        .extracting(Message::text)
        .containsExactly(
            "one",
            "",
            "seen",
            "seen",
            "The limit of 2 calls of 'look' in one turn is reached.",
            "Enough.");
    assertThat(made).containsExactlyInAnyOrder("1", "2");
  }

  @Test
  void shouldAskWhetherAsMuchAgainMayBeUsed() {
    ScriptedChat model = ScriptedChat.of(LOOK, LOOK, LOOK);
    RunResult waiting =
        say(
            agent(model, Limits.perTurn(turn -> turn.modelCalls(1)).onReached(Limits.Reaction.ASK)),
            "one");
    Map<?, ?> card = (Map<?, ?>) waiting.interrupts().get(0).value();

    RunResult again = answer(Answer.single(Map.of("type", "approve")));
    RunResult ended = answer(Answer.single(Map.of("type", "reject")));

    assertThat(card.get("type")).isEqualTo("limit_reached");
    assertThat(again.status()).isEqualTo(RunStatus.WAITING);
    assertThat(last(ended)).isEqualTo("The limit of 2 model calls in one turn is reached.");
    assertThat(model.requests()).hasSize(2);
  }

  @Test
  void shouldEndBeforeAnyCallOfTheMessageWhereAToolIsCalledTooOften() {
    AiMessage four =
        calls(
            call("1", "look", "{}"),
            call("2", "look", "{}"),
            call("3", "look", "{}"),
            call("4", "mail", "{}"));
    Limits limits =
        Limits.perTurn(turn -> turn.toolCalls("look", 2))
            .perThread(thread -> thread.toolCalls("look", 3))
            .onToolCallsReached(Limits.Reaction.END);
    ScriptedChat model = ScriptedChat.of(four, LOOK, LOOK, says("Fine."));
    ReactAgent agent = agent(model, limits);

    RunResult ended = say(agent, "one");
    RunResult next = say(agent, "two");

    String reached = "The limit of 2 calls of 'look' in one turn is reached.";
    assertThat(ended.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(last(ended)).isEqualTo(reached);
    assertThat(ended.state().get(MESSAGES).subList(2, 6))
        .extracting(Message::text)
        .containsOnly("This call was not made. " + reached);
    assertThat(last(next)).isEqualTo("Fine.");
    assertThat(made).hasSize(2);
  }

  @Test
  void shouldEndWhereATurnOrTheThreadHasUsedItsTokens() {
    ScriptedChat model = ScriptedChat.of(LOOK, LOOK, LOOK, LOOK).reporting(1_000, 100);
    ReactAgent agent =
        agent(
            model,
            Limits.perTurn(turn -> turn.tokens(2_200)).perThread(thread -> thread.tokens(3_300)));

    String first = last(say(agent, "one"));
    String second = last(say(agent, "two"));

    assertThat(first).isEqualTo("The limit of 2200 tokens in one turn is reached.");
    assertThat(second).isEqualTo("The limit of 3300 tokens in one thread is reached.");
    assertThat(model.requests()).hasSize(3);
  }

  @Test
  void shouldEndWhereTheThreadHasCostEnoughOverItsTurns() {
    ScriptedChat model =
        ScriptedChat.of(says("one"), says("two"), says("never")).reporting(1_000, 100);
    Limits limits =
        Limits.perTurn(turn -> turn.modelCalls(9))
            .perThread(thread -> thread.cost("0.007"))
            .pricedAt(Price.of("2.50", "10"));
    ReactAgent agent = agent(model, limits);

    assertThat(last(say(agent, "one"))).isEqualTo("one");
    assertThat(last(say(agent, "two"))).isEqualTo("two");
    assertThat(last(say(agent, "three")))
        .isEqualTo("The limit of 0.007 cost in one thread is reached.");
    assertThat(model.requests()).hasSize(2);
  }

  @Test
  void shouldEndWhereTheModelHasCostEnough() {
    ScriptedChat model = ScriptedChat.of(LOOK, LOOK).reporting(1_000, 100);
    Limits limits = Limits.perTurn(turn -> turn.cost("0.004")).pricedAt(Price.of("2.50", "10"));

    RunResult result = say(agent(model, limits), "one");

    assertThat(last(result)).isEqualTo("The limit of 0.004 cost in one turn is reached.");
    assertThat(model.requests()).hasSize(2);
  }

  @Test
  void shouldEndWhereTheModelHasUsedEnoughTokens() {
    ScriptedChat model = ScriptedChat.of(LOOK, LOOK).reporting(1_000, 100);

    RunResult result = say(agent(model, Limits.perTurn(turn -> turn.tokens(2_200))), "one");

    assertThat(last(result)).isEqualTo("The limit of 2200 tokens in one turn is reached.");
    assertThat(model.requests()).hasSize(2);
  }

  /** A call that is refused counts in its turn, and not on the thread. */
  @Test
  void shouldCountOnTheThreadOnlyTheCallsThatAreMade() {
    AiMessage three =
        calls(call("1", "look", "{}"), call("2", "look", "{}"), call("3", "look", "{}"));
    Limits limits =
        Limits.perTurn(turn -> turn.toolCalls("look", 2))
            .perThread(thread -> thread.toolCalls("look", 3));
    ReactAgent agent = agent(ScriptedChat.of(three, says("a"), three, says("b")), limits);

    RunResult unused = say(agent, "one");
    RunResult second = say(agent, "two");

    assertThat(made).hasSize(3);
    assertThat(second.state().get(MESSAGES))
        .extracting(Message::text)
        .endsWith(
            "seen",
            "The limit of 3 calls of 'look' in one thread is reached.",
            "The limit of 2 calls of 'look' in one turn is reached.",
            "b");
  }

  @Test
  void shouldEndAfter64ModelCallsWhereNoLimitIsSet() {
    AiMessage[] endless = new AiMessage[70];
    Arrays.fill(endless, LOOK);
    ScriptedChat model = ScriptedChat.of(endless);

    RunResult result = say(agent(model), "one");

    assertThat(last(result)).isEqualTo("The limit of 64 model calls in one turn is reached.");
    assertThat(model.requests()).hasSize(64);
  }
}

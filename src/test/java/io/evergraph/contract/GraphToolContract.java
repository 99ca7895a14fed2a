package io.evergraph.contract;

import static io.evergraph.agent.ReactAgent.MESSAGES;
import static io.evergraph.llm.ScriptedChat.call;
import static io.evergraph.llm.ScriptedChat.calls;
import static io.evergraph.llm.ScriptedChat.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.data.message.AiMessage;
import io.evergraph.agent.ReactAgent;
import io.evergraph.agent.flow.ConditionalAgent;
import io.evergraph.agent.flow.Merge;
import io.evergraph.agent.flow.ParallelAgent;
import io.evergraph.agent.hook.AgentHook;
import io.evergraph.agent.hook.HookContext;
import io.evergraph.agent.hook.HookResult;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Interrupt;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodePolicy;
import io.evergraph.llm.ScriptedChat;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.llm.tool.Approval;
import io.evergraph.llm.tool.ToolNode;
import io.evergraph.llm.tool.Toolset;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Graphs that a model calls like tools: agents and others. */
class GraphToolContract extends RuntimeContract {
  private static final Channel<Question> QUESTION = Channel.of("question", Question.class);
  private static final Channel<String> TEXT = Channel.of("text", String.class);
  private static final Channel<Integer> SUM = Channel.of("sum", Integer.class);

  private final Queue<String> bought = new ConcurrentLinkedQueue<>();

  private record Question(int one, int other) {
    Question {
      if (one < 0) {
        throw new IllegalArgumentException("one must not be negative");
      }
    }
  }

  /** The one tool of the inner agent. */
  private final class Shop {
    @Tool("Buys something")
    String buy(@P("what") String what) {
      bought.add(what);
      return what + " bought";
    }
  }

  private ReactAgent agent(String name, ScriptedChat model) {
    return ReactAgent.of(name + "-" + thread().value(), ModelSource.of(model));
  }

  private Graph inner(ScriptedChat model) {
    return agent("inner", model).tools(Toolset.from(new Shop())).approve("buy").build();
  }

  /** An agent that calls another one once. */
  private RunResult ask(Toolset tools, AiMessage... script) {
    Graph graph = agent("outer", ScriptedChat.of(script)).tools(tools).build();
    return start(graph, StateUpdate.of(MESSAGES, Message.user("Hi")));
  }

  private static AiMessage task(Toolset tools, String... tasks) {
    return calls(
        List.of(tasks).stream()
            .map(it -> call(it, tools.names().get(0), "{\"task\":\"" + it + "\"}"))
            .toArray(dev.langchain4j.agent.tool.ToolExecutionRequest[]::new));
  }

  private static List<String> results(RunResult result) {
    return result.state().get(MESSAGES).stream()
        .filter(Message.Tool.class::isInstance)
        .map(it -> ((Message.Tool) it).outcome() + " " + it.text())
        .toList();
  }

  @Test
  void shouldGiveTheTaskToTheAgentAndItsLastWordsToTheModel() {
    ScriptedChat model = ScriptedChat.of(says("Found it."));
    Toolset tools = Toolset.agent(agent("inner", model).build(), "finds things");

    RunResult result = ask(tools, task(tools, "find a pen"), says("Done."));

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(results(result)).containsExactly("SUCCESS Found it.");
    assertThat(result.state().get(MESSAGES)).hasSize(4);
    assertThat(model.requests().get(0).messages().toString()).contains("find a pen");
  }

  @Test
  void shouldTellTheModelTheResultOfAFlowAndNotOnlyWhatOneOfItsAgentsSaid() {
    Graph legal = ReactAgent.of("legal", ModelSource.of(ScriptedChat.of(says("Allowed.")))).build();
    Graph money = ReactAgent.of("money", ModelSource.of(ScriptedChat.of(says("Cheap.")))).build();
    Toolset tools =
        Toolset.agent(
            ParallelAgent.of("opinions").agents(legal, money).merge(Merge.joined(" ")).build(),
            "gives opinions");

    RunResult result = ask(tools, task(tools, "May we?"), says("Done."));

    assertThat(results(result)).containsExactly("SUCCESS Allowed. Cheap.");
  }

  @Test
  void shouldTellTheModelWhereAnAgentEndsWithoutAWord() {
    Graph never = ReactAgent.of("never", ModelSource.of(ScriptedChat.of(says("No.")))).build();
    Graph flow = ConditionalAgent.of("maybe").when(state -> false, never).build();
    Toolset tools =
        Toolset.agent(flow, "may help")
            .and(Toolset.agent(agent("mute", ScriptedChat.of(says(" "))).build(), "says nothing"));
    String task = "{\"task\":\"Help!\"}";
    AiMessage both = calls(call("1", "maybe", task), call("2", tools.names().get(1), task));

    RunResult result = ask(tools, both, says("Done."));

    assertThat(results(result)).hasSize(2).allMatch(it -> it.matches("ERROR .* without a result."));
  }

  private record Verdict(boolean granted) {}

  @Test
  void shouldTellTheModelTheAnswerOfAnAgentThatHasOne() {
    ScriptedChat model = ScriptedChat.of(calls(call("a", "answer", "{\"granted\":true}")));
    Graph judge = agent("judge", model).answer(Verdict.class).build();
    Toolset tools = Toolset.agent(judge, "judges");

    RunResult result = ask(tools, task(tools, "judge this"), says("Done."));

    assertThat(results(result)).containsExactly("SUCCESS {\"granted\":true}");
  }

  @Test
  void shouldEndWithTheAnswerThatIsGivenBesideACallOfAnAgent() {
    ScriptedChat model = ScriptedChat.of(says("Found it."));
    Toolset tools = Toolset.agent(agent("inner", model).build(), "finds things");
    AiMessage both =
        calls(
            call("1", tools.names().get(0), "{\"task\":\"t\"}"),
            call("2", "answer", "{\"granted\":true}"));
    Graph outer = agent("outer", ScriptedChat.of(both)).tools(tools).answer(Verdict.class).build();

    RunResult result = start(outer, StateUpdate.of(MESSAGES, Message.user("Hi")));

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.state().get(ReactAgent.answerOf(Verdict.class))).isEqualTo(new Verdict(true));
    assertThat(results(result)).hasSize(2).contains("SUCCESS Found it.");
  }

  @Test
  void shouldRunTheAgentsOfOneMessageSideBySide() {
    CyclicBarrier both = new CyclicBarrier(2);
    NodeAction meets =
        context -> {
          both.await(30, TimeUnit.SECONDS);
          String task = context.state().get(MESSAGES).get(0).text();
          return Command.update(MESSAGES, Message.assistant(task + " done"));
        };
    Graph inner =
        Graph.builder("meeting-" + thread().value())
            .channels(MESSAGES)
            .node("meet", meets)
            .edge(Graph.START, "meet")
            .build();
    Toolset tools = Toolset.agent(inner, "meets others");

    RunResult result = ask(tools, task(tools, "first", "second"), says("Done."));

    assertThat(results(result)).containsExactly("SUCCESS first done", "SUCCESS second done");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          approve |                     | pen    | pen bought
          edit    | {"what": "pencil"}  | pencil | made was buy
          reject  | too dear            |        | rejected this call: too dear
          respond | Bought by hand      |        | Bought by hand
          """)
  void shouldTakeEveryDecisionInsideAnAgentWithoutAskingItsModelAgain(
      String type, String given, String buys, String told) throws Exception {
    ScriptedChat model =
        ScriptedChat.of(calls(call("b", "buy", "{\"what\":\"pen\"}")), says("That is it."));
    Toolset tools = Toolset.agent(inner(model), "buys things");
    RunResult waiting = ask(tools, task(tools, "t"), says("Done."));
    Interrupt question = waiting.interrupts().get(0);
    assertThat(question.namespace()).startsWith(tools.names().get(0) + ":").contains("|graph:");
    assertThat(question.node()).isEqualTo("review");
    assertThat(model.requests()).hasSize(1);

    Object decision =
        type.equals("edit")
            ? Map.of("type", type, "args", Map.of("what", "pencil"))
            : given == null ? Map.of("type", type) : Map.of("type", type, "message", given);
    RunResult result = answer(Answer.to(question.id(), decision));

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(results(result)).containsExactly("SUCCESS That is it.");
    assertThat(model.requests()).hasSize(2);
    assertThat(model.requests().get(1).messages().toString()).contains(told);
    assertThat(bought).containsExactlyElementsOf(buys == null ? List.of() : List.of(buys));
  }

  @Test
  void shouldKeepTheOtherAgentsWhileOneAsks() {
    ScriptedChat asking =
        ScriptedChat.of(calls(call("b", "buy", "{\"what\":\"pen\"}")), says("Bought."));
    ScriptedChat quick = ScriptedChat.of(says("Quick."));
    Graph asks = inner(asking);
    Graph answers = agent("quick", quick).build();
    Toolset tools = Toolset.agent(asks, "buys").and(Toolset.agent(answers, "knows"));
    String arguments = "{\"task\":\"t\"}";

    RunResult waiting =
        ask(
            tools,
            calls(call("1", asks.name(), arguments), call("2", answers.name(), arguments)),
            says("Done."));
    assertThat(waiting.status()).isEqualTo(RunStatus.WAITING);
    assertThat(quick.requests()).hasSize(1);
    RunResult result = answer(Answer.single(Map.of("type", "approve")));

    assertThat(results(result)).containsExactly("SUCCESS Bought.", "SUCCESS Quick.");
    assertThat(quick.requests()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({"PER_MESSAGE", "PER_CALL"})
  void shouldAskBeforeAnAgentIsCalled(Approval.Card card) {
    ScriptedChat model = ScriptedChat.of(says("Found it."));
    Toolset tools = Toolset.agent(agent("inner", model).build(), "finds things");
    Approval approval = Approval.of(tools.names().get(0));
    Graph graph =
        agent("outer", ScriptedChat.of(task(tools, "one"), task(tools, "two"), says("Done.")))
            .tools(tools)
            .approve(card == Approval.Card.PER_CALL ? approval.perCall() : approval)
            .build();

    RunResult waiting = start(graph, StateUpdate.of(MESSAGES, Message.user("Hi")));
    assertThat(waiting.interrupts()).hasSize(1);
    assertThat(model.requests()).isEmpty();
    answer(Answer.single(Map.of("type", "reject", "message", "not now")));
    RunResult result =
        answer(Answer.single(Map.of("type", "edit", "args", Map.of("task", "look again"))));

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(results(result).get(0)).isEqualTo("ERROR A reviewer rejected this call: not now");
    assertThat(results(result).get(1))
        .startsWith("SUCCESS A reviewer changed this call")
        .endsWith("Found it.");
    assertThat(model.requests()).hasSize(1);
    assertThat(model.requests().get(0).messages().toString()).contains("look again");
  }

  private Graph adds() {
    return Graph.builder("adds-" + thread().value())
        .channels(QUESTION, SUM)
        .node(
            "add",
            context -> {
              Question it = context.state().get(QUESTION);
              return Command.update(SUM, it.one() + it.other());
            })
        .edge(Graph.START, "add")
        .build();
  }

  @Test
  void shouldBindTheArgumentsOfAGraphToTheTypeOfItsInput() {
    Toolset tools = Toolset.graph(adds(), "adds numbers", QUESTION, SUM);
    String name = tools.names().get(0);

    RunResult result =
        ask(
            tools,
            calls(
                call("1", name, "{\"one\":2,\"other\":3}"),
                call("2", name, "{\"one\":\"two\",\"other\":3}"),
                call("3", name, "{\"one\":-1,\"other\":3}")),
            says("Done."));

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(results(result).get(0)).isEqualTo("SUCCESS 5");
    assertThat(results(result).get(1)).startsWith("ERROR").contains("integer expected");
    assertThat(results(result).get(2)).startsWith("ERROR").contains("one must not be negative");
  }

  @Test
  void shouldRefuseACallOfAGraphThatLeavesOutAComponent() {
    Toolset tools = Toolset.graph(adds(), "adds numbers", QUESTION, SUM);
    String name = tools.names().get(0);
    AiMessage wrong =
        calls(call("1", name, "{\"one\":2}"), call("2", name, "{\"one\":2,\"a\":3,\"other\":0}"));

    RunResult result = ask(tools, wrong, says("Done."));

    assertThat(results(result))
        .allMatch(it -> it.startsWith("ERROR The arguments do not fit '" + name + "'"));
    assertThat(results(result).get(0)).contains("required property 'other'");
    assertThat(results(result).get(1)).contains("property 'a' is not defined");
  }

  private record Wish(Optional<String> article) {}

  @Test
  void shouldCallAGraphWithoutArgumentsWhereTheModelWritesNone() {
    Channel<Wish> wish = Channel.of("wish", Wish.class);
    Graph guess =
        Graph.builder("guess-" + thread().value())
            .channels(wish, TEXT)
            .node("n", it -> Command.update(TEXT, it.state().get(wish).article().orElse("a pen")))
            .edge(Graph.START, "n")
            .build();
    Toolset tools = Toolset.graph(guess, "guesses a wish", wish, TEXT);

    RunResult result = ask(tools, calls(call("1", guess.name(), "")), says("Done."));

    assertThat(results(result)).containsExactly("SUCCESS a pen");
  }

  @Test
  void shouldRefuseGraphsThatCannotBeCalledSo() {
    Toolset adds = Toolset.graph(adds(), "adds", QUESTION, SUM);
    String name = adds.names().get(0);

    assertThatThrownBy(() -> Toolset.agent(adds(), "has no chat"))
        .hasMessageContaining("a channel 'messages'")
        .hasMessageContaining("[question, sum]");
    assertThatThrownBy(() -> Toolset.graph(adds(), "takes no record", SUM, SUM))
        .hasMessageContaining("Expected channel 'sum' to hold a record");
    assertThatThrownBy(() -> adds.policy(name, NodePolicy.DEFAULT))
        .hasMessageContaining("give its nodes a policy");
    assertThatThrownBy(() -> ToolNode.of(adds, MESSAGES)).hasMessageContaining("use ToolCalls");
  }

  @Test
  void shouldTellTheModelWhereAnEditCallsAKeptAgentTwice() {
    ScriptedChat model = ScriptedChat.of(says("Found it."));
    Toolset kept = Toolset.agent(agent("inner", model).build(), "finds things").keptPerThread();
    String name = kept.names().get(0);
    AiMessage both =
        calls(call("1", name, "{\"task\":\"one\"}"), call("2", "buy", "{\"what\":\"pen\"}"));
    Graph outer =
        agent("outer", ScriptedChat.of(both, says("Done.")))
            .tools(kept.and(Toolset.from(new Shop())))
            .approve("buy")
            .build();
    start(outer, StateUpdate.of(MESSAGES, Message.user("Hi")));
    Map<String, Object> action = Map.of("name", name, "args", Map.of("task", "two"));

    RunResult result = answer(Answer.single(Map.of("type", "edit", "edited_action", action)));

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(results(result)).hasSize(2).first().isEqualTo("SUCCESS Found it.");
    assertThat(results(result).get(1)).startsWith("ERROR '" + name + "' takes one call at a time");
  }

  /** Says something in a user's place when the turn ends. */
  private static final class Farewell implements AgentHook {
    @Override
    public HookResult afterAgent(HookContext context) {
      return HookResult.tell("Bye.");
    }
  }

  @Test
  void shouldTellTheModelWhatTheAgentSaidLastWhateverItsHooksSay() {
    ScriptedChat model = ScriptedChat.of(says("Found it."));
    Graph inner = agent("inner", model).with(new Farewell()).build();
    Toolset tools = Toolset.agent(inner, "finds things");

    RunResult result = ask(tools, task(tools, "find a pen"), says("Done."));

    assertThat(results(result)).containsExactly("SUCCESS Found it.");
  }
}

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
import io.evergraph.agent.hook.AgentHook;
import io.evergraph.agent.hook.HookContext;
import io.evergraph.error.InvalidGraphException;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.Question;
import io.evergraph.llm.ScriptedChat;
import io.evergraph.llm.limit.Limits;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.ToolCall;
import io.evergraph.llm.message.ToolCallException;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.llm.tool.ToolErrorPolicy;
import io.evergraph.llm.tool.Toolset;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.state.StateUpdate;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What holds for graphs that a model calls like tools: hooks, memory, failures inside. */
class GraphToolRulesContract extends RuntimeContract {
  private static final NodePolicy TWICE =
      NodePolicy.builder().attempts(2).interval(Duration.ofMillis(1)).build();

  private final Queue<String> bought = new ConcurrentLinkedQueue<>();

  /** The one tool of the inner agent. */
  private final class Shop {
    @Tool("Buys something")
    String buy(@P("what") String what) {
      bought.add(what);
      if (what.equals("moon")) {
        throw new IllegalStateException("The moon is not for sale.");
      }
      return what + " bought";
    }
  }

  private ReactAgent agent(String name, ScriptedChat model) {
    return ReactAgent.of(name + "-" + thread().value(), ModelSource.of(model));
  }

  private ReactAgent buyer(ScriptedChat model) {
    return agent("buyer", model).tools(Toolset.from(new Shop())).toolPolicy(TWICE);
  }

  private static AiMessage buys(String what) {
    return calls(call("b-" + what, "buy", "{\"what\":\"" + what + "\"}"));
  }

  private RunResult say(Graph graph, String words) {
    return start(graph, StateUpdate.of(MESSAGES, Message.user(words)));
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

  private static String last(ScriptedChat model) {
    return model.requests().get(model.requests().size() - 1).messages().toString();
  }

  /** Changes, refuses and asks about tasks, and changes what is told. */
  private record Desk(String name) implements AgentHook {
    @Override
    public ToolCall beforeTool(ToolCall call, HookContext context) {
      if (call.text("task").contains("secret")) {
        throw new ToolCallException("No secrets, says " + name + ".");
      }
      String asked =
          call.text("task").contains("ask")
              ? " " + context.ask(Question.asking(String.class, name + "?"))
              : "";
      return new ToolCall(
          call.id(),
          call.name(),
          "{\"task\":\"%s, %s%s\"}".formatted(call.text("task"), name, asked));
    }

    @Override
    public String afterTool(ToolCall call, String told, HookContext context) {
      return "%s [%s: %s]".formatted(told, name, call.text("task"));
    }
  }

  @Test
  void shouldRunTheHooksBeforeAndAfterAGraphInTheirOrder() {
    ScriptedChat model = ScriptedChat.of(says("Found it."));
    Toolset tools = Toolset.agent(agent("inner", model).build(), "finds things");
    ScriptedChat outer = ScriptedChat.of(task(tools, "look", "secret"), says("Done."));
    Graph desk = agent("outer", outer).tools(tools).with(new Desk("one"), new Desk("two")).build();

    RunResult result = say(desk, "Hi");

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(results(result))
        .containsExactly(
            "SUCCESS Found it. [two: look, one, two] [one: look, one, two]",
            "ERROR No secrets, says one.");
    assertThat(model.requests()).hasSize(1);
    assertThat(last(model)).contains("look, one, two");
  }

  @Test
  void shouldRunTheSamePartsAroundToolsThatAreCode() {
    ScriptedChat model = ScriptedChat.of(task(Toolset.empty().and(noted()), "look"), says("Done."));
    Graph desk =
        agent("outer", model).tools(noted()).with(new Desk("one"), new Desk("two")).build();

    RunResult result = say(desk, "Hi");

    assertThat(results(result))
        .containsExactly("SUCCESS Noted: look, one, two [two: look, one, two] [one: look, one]");
  }

  /** Refuses before or after, as it is told to, and notes what it sees afterwards. */
  private record Refusing(String name, String before, String after) implements AgentHook {
    @Override
    public ToolCall beforeTool(ToolCall call, HookContext context) {
      if (call.text("task").contains(before)) {
        throw new ToolCallException("Not before.");
      }
      return call;
    }

    @Override
    public String afterTool(ToolCall call, String told, HookContext context) {
      if (call.text("task").contains(after)) {
        throw new ToolCallException(told + " Not after.");
      }
      return told + " [" + name + "]";
    }
  }

  private List<String> refusals(Toolset tools) {
    Toolset named = Toolset.empty().and(tools);
    ScriptedChat model = ScriptedChat.of(task(named, "early", "late"), says("Done."));
    Graph desk =
        agent("outer", model)
            .tools(tools)
            .with(new Refusing("outer", "-", "-"), new Refusing("inner", "early", "late"))
            .build();
    return results(say(desk, "Hi"));
  }

  @Test
  void shouldTellOuterHooksOnceOfWhatInnerOnesRefuse() {
    Toolset graph =
        Toolset.agent(agent("found", ScriptedChat.of(says("Found."))).build(), "finds things");

    assertThat(refusals(graph))
        .containsExactly("ERROR Not before. [outer]", "ERROR Found. Not after. [outer]");
    newThread();
    assertThat(refusals(noted()))
        .containsExactly("ERROR Not before. [outer]", "ERROR Noted: late Not after. [outer]");
  }

  private static Toolset noted() {
    return Toolset.from(
        new Object() {
          @Tool("Notes")
          String note(@P("task") String task) {
            return "Noted: " + task;
          }
        });
  }

  @Test
  void shouldLetAHookAskBeforeAGraphIsCalled() {
    ScriptedChat model = ScriptedChat.of(says("Found it."));
    Toolset tools = Toolset.agent(agent("inner", model).build(), "finds things");
    ScriptedChat outer = ScriptedChat.of(task(tools, "ask"), says("Done."));
    Graph desk = agent("outer", outer).tools(tools).with(new Desk("one")).build();

    RunResult waiting = say(desk, "Hi");
    assertThat(waiting.interrupts()).hasSize(1);
    assertThat(model.requests()).isEmpty();
    RunResult result = answer(Answer.single("gladly"));

    assertThat(results(result)).containsExactly("SUCCESS Found it. [one: ask, one gladly]");
    assertThat(last(model)).contains("ask, one gladly");
  }

  @Test
  void shouldRefuseAHookAroundAGraphWhenTheAgentIsBuilt() {
    AgentHook around =
        new AgentHook() {
          @Override
          public String name() {
            return "watch";
          }

          @Override
          public String aroundTool(ToolCall call, HookContext context, ToolCalling tool)
              throws Exception {
            return tool.call(call);
          }
        };
    Toolset tools =
        Toolset.agent(agent("inner", ScriptedChat.of(says("Hi"))).build(), "finds things");
    ReactAgent outer = agent("outer", ScriptedChat.of(says("Hi"))).tools(tools).with(around);

    assertThatThrownBy(outer::build)
        .isInstanceOf(InvalidGraphException.class)
        .hasMessageContaining("Hook 'watch' has an aroundTool")
        .hasMessageContaining(tools.names().get(0))
        .hasMessageContaining("Use beforeTool and afterTool");
  }

  @Test
  void shouldTellTheModelOfAFailureInsideAfterItsAttempts() {
    ScriptedChat model = ScriptedChat.of(buys("moon"));
    Toolset tools =
        Toolset.agent(buyer(model).build(), "buys things").onFailure(ToolErrorPolicy.TELL_MODEL);
    ScriptedChat outer = ScriptedChat.of(task(tools, "t"), says("What a pity."));

    RunResult result = say(agent("outer", outer).tools(tools).build(), "Hi");

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(results(result))
        .containsExactly("ERROR IllegalStateException: The moon is not for sale.");
    assertThat(bought).containsExactly("moon", "moon");
    assertThat(last(outer)).contains("The moon is not for sale.");
  }

  @Test
  void shouldParkOnAFailureInsideWhereTheModelIsNotToBeTold() {
    ScriptedChat model = ScriptedChat.of(buys("moon"), says("It costs too much."));
    Toolset tools = Toolset.agent(buyer(model).build(), "buys things");
    ScriptedChat outer = ScriptedChat.of(task(tools, "t"), says("What a pity."));

    RunResult parked = say(agent("outer", outer).tools(tools).build(), "Hi");
    assertThat(parked.status()).isEqualTo(RunStatus.PARKED);
    Message told = Message.failure(new ToolCall("b-moon", "buy", "{}"), "By hand: no.");
    RunResult result = answer(Answer.skip(StateUpdate.of(MESSAGES, told)));

    assertThat(results(result)).containsExactly("SUCCESS It costs too much.");
  }

  @Test
  void shouldRefuseOtherRulesForFailuresOfGraphs() {
    Toolset tools =
        Toolset.agent(agent("inner", ScriptedChat.of(says("Hi"))).build(), "finds things");

    assertThatThrownBy(
            () ->
                tools.onFailure(
                    tools.names().get(0), ToolErrorPolicy.tell(IllegalStateException.class)))
        .hasMessageContaining("Expected FAIL or TELL_MODEL for the graph");
    assertThatThrownBy(() -> Toolset.from(new Shop()).keptPerThread())
        .hasMessageContaining("Expected graphs only to be kept per thread but found [buy]");
  }

  @Test
  void shouldRememberTheChatOfAnAgentThatIsKeptPerThread() {
    ScriptedChat model = ScriptedChat.of(says("A pen."), says("It is blue."));
    Toolset tools = Toolset.agent(agent("inner", model).build(), "finds things").keptPerThread();
    ScriptedChat outer =
        ScriptedChat.of(task(tools, "first"), says("Yes?"), task(tools, "second"), says("Done."));
    Graph desk = agent("outer", outer).tools(tools).build();

    RunResult unused = say(desk, "Hi");
    RunResult result = say(desk, "And?");

    assertThat(results(result)).containsExactly("SUCCESS A pen.", "SUCCESS It is blue.");
    assertThat(model.requests().get(1).messages())
        .extracting(Object::toString)
        .satisfiesExactly(
            it -> assertThat(it).contains("first"),
            it -> assertThat(it).contains("A pen."),
            it -> assertThat(it).contains("second"));
  }

  private record Verdict(boolean granted) {}

  @Test
  void shouldRememberTheChatOfAKeptAgentThatHasAnAnswer() {
    ScriptedChat model =
        ScriptedChat.of(
            calls(call("a", "answer", "{\"granted\":true}")),
            calls(call("b", "answer", "{\"granted\":false}")));
    Graph judge = agent("judge", model).answer(Verdict.class).build();
    Toolset tools = Toolset.agent(judge, "judges").keptPerThread();
    ScriptedChat outer =
        ScriptedChat.of(task(tools, "first"), task(tools, "second"), says("Done."));

    RunResult result = say(agent("outer", outer).tools(tools).build(), "Hi");

    assertThat(results(result))
        .containsExactly("SUCCESS {\"granted\":true}", "SUCCESS {\"granted\":false}");
    assertThat(last(model)).contains("first", "granted", "second");
  }

  @Test
  void shouldTellTheModelWhyAnAgentEndsWithoutTheAnswerThatItOwes() {
    Toolset shop = Toolset.from(new Shop());
    ReactAgent inner = agent("judge", ScriptedChat.of(buys("pen"))).tools(shop);
    Limits once = Limits.perTurn(turn -> turn.modelCalls(1));
    Toolset tools =
        Toolset.agent(inner.answer(Verdict.class).limits(once).build(), "judges things");
    ScriptedChat outer = ScriptedChat.of(task(tools, "judge"), says("Done."));

    RunResult result = say(agent("outer", outer).tools(tools).build(), "Hi");

    assertThat(results(result).get(0))
        .startsWith("ERROR '")
        .contains("ended without a result: The limit of 1 model calls");
  }

  @Test
  void shouldTellTheModelThatAKeptAgentTakesOneCallAtATime() {
    ScriptedChat model = ScriptedChat.of(says("A pen."), says("It is blue."));
    Toolset tools = Toolset.agent(agent("inner", model).build(), "finds things").keptPerThread();
    ScriptedChat outer =
        ScriptedChat.of(task(tools, "first", "second"), task(tools, "third"), says("Done."));

    RunResult result = say(agent("outer", outer).tools(tools).build(), "Hi");

    assertThat(results(result)).hasSize(3).element(0).isEqualTo("SUCCESS A pen.");
    assertThat(results(result).get(1)).startsWith("ERROR").contains("takes one call at a time");
    assertThat(results(result).get(2)).isEqualTo("SUCCESS It is blue.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          approve |                    | pen    | pen bought
          edit    | pencil             | pencil | made was buy
          reject  | too dear           |        | rejected this call: too dear
          respond | Bought by hand     |        | Bought by hand
          """)
  void shouldTakeEveryDecisionTwoGraphsDeepWithMemoryAndFailuresTold(
      String type, String given, String buys, String told) {
    ScriptedChat model =
        ScriptedChat.of(buys("pen"), says("That is it."), buys("moon"), says("There is no moon."));
    Graph buyer = buyer(model).approve("buy").toolErrors(ToolErrorPolicy.TELL_MODEL).build();
    Toolset buying = kept(buyer, "buys things");
    ScriptedChat middle =
        ScriptedChat.of(task(buying, "m"), says("The buyer is done."), task(buying, "n"));
    Graph office = agent("office", middle).tools(buying).build();
    Toolset tools = kept(office, "gets things");
    ScriptedChat outer = ScriptedChat.of(task(tools, "o"), says("Done."), task(tools, "p"));
    Graph desk = agent("outer", outer).tools(tools).build();
    RunResult waiting = say(desk, "Hi");
    assertThat(waiting.interrupts().get(0).namespace().split("\\|")).hasSize(4);

    Object decision =
        type.equals("edit")
            ? Map.of("type", type, "args", Map.of("what", given))
            : given == null ? Map.of("type", type) : Map.of("type", type, "message", given);
    RunResult result = answer(Answer.to(waiting.interrupts().get(0).id(), decision));

    assertThat(results(result)).containsExactly("SUCCESS The buyer is done.");
    assertThat(model.requests()).hasSize(2);
    assertThat(last(model)).contains(told);
    assertThat(bought).containsExactlyElementsOf(buys == null ? List.of() : List.of(buys));
    say(desk, "And the moon?");
    assertThat(model.requests()).hasSize(3);
    assertThat(last(model)).contains("That is it.").contains(told);
  }

  private static Toolset kept(Graph graph, String description) {
    return Toolset.agent(graph, description).keptPerThread().onFailure(ToolErrorPolicy.TELL_MODEL);
  }
}

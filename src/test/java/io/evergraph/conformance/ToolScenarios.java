package io.evergraph.conformance;

import static io.evergraph.agent.ReactAgent.MESSAGES;
import static io.evergraph.llm.ScriptedChat.call;
import static io.evergraph.llm.ScriptedChat.calls;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import io.evergraph.agent.ReactAgent;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Interrupt;
import io.evergraph.graph.Question;
import io.evergraph.llm.ScriptedChat;
import io.evergraph.llm.limit.Limits;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.llm.tool.Approval;
import io.evergraph.llm.tool.CallDecision.Kind;
import io.evergraph.llm.tool.ToolErrorPolicy;
import io.evergraph.llm.tool.ToolExecutor;
import io.evergraph.llm.tool.Toolset;
import io.evergraph.state.StateUpdate;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** Calls of tools, and what people decide about them. */
final class ToolScenarios {
  private static final Object APPROVE = Map.of("type", "approve");
  private static final Object REJECT = Map.of("type", "reject", "message", "no");
  private static final AiMessage DONE = ScriptedChat.says("done");

  private ToolScenarios() {}

  static void addTo(Catalogue agents) {
    agents.add("T-01", ToolScenarios::sideBySide);
    agents.add("T-02", ToolScenarios::onlyTheOneAgain);
    agents.add("T-03", ToolScenarios::badArguments);
    agents.add("T-04", ToolScenarios::unknownTool);
    agents.add("T-05", ToolScenarios::failures);
    agents.add("T-06", ToolScenarios::twoAsk);
    agents.add("T-07", ToolScenarios::agentAsks);
    agents.add("R-07", ToolScenarios::mixedDecisions);
    agents.add("R-08", ToolScenarios::respond);
    agents.add("R-09", ToolScenarios::wrongAnswers);
  }

  private static ReactAgent agent(Stage stage, Toolset tools, AiMessage... script) {
    return agent(stage, "agent-", tools, ScriptedChat.of(script));
  }

  private static ReactAgent agent(Stage stage, String name, Toolset tools, ScriptedChat model) {
    return ReactAgent.of(name + stage.thread(), ModelSource.of(model)).tools(tools);
  }

  private static Stage say(Stage stage, ReactAgent agent) {
    return stage.start(agent.build(), StateUpdate.of(MESSAGES, Message.user("Hi")));
  }

  private static Toolset tool(Stage stage, String name, ToolExecutor executor) {
    JsonObjectSchema schema =
        JsonObjectSchema.builder()
            .addIntegerProperty("amount")
            .addStringProperty("to")
            .addStringProperty("question")
            .build();
    return Toolset.of(
        ToolSpecification.builder().name(name).parameters(schema).build(),
        (call, context) -> {
          stage.called(name + call.arguments());
          return executor.execute(call, context);
        });
  }

  private static Toolset says(Stage stage, String... names) {
    return List.of(names).stream()
        .map(name -> tool(stage, name, (call, context) -> name + " done"))
        .reduce(Toolset.empty(), Toolset::and);
  }

  private static AiMessage each(String... names) {
    return calls(
        IntStream.range(0, names.length)
            .mapToObj(index -> call("" + (index + 1), names[index], "{}"))
            .toArray(dev.langchain4j.agent.tool.ToolExecutionRequest[]::new));
  }

  private static Stage noteResults(Stage stage) {
    return stage.note("results", MessageScenarios.results(stage, MESSAGES)).noteCalls();
  }

  private static void sideBySide(Stage stage) {
    CyclicBarrier all = new CyclicBarrier(3);
    Toolset tools =
        List.of("a", "b", "c").stream()
            .map(
                name ->
                    tool(
                        stage,
                        name,
                        (call, context) -> {
                          all.await(30, TimeUnit.SECONDS);
                          return name + " met";
                        }))
            .reduce(Toolset.empty(), Toolset::and);
    noteResults(say(stage, agent(stage, tools, each("a", "b", "c"), DONE)));
  }

  /** The process is not killed here: {@code KilledAgentTest} does that. */
  private static void onlyTheOneAgain(Stage stage) {
    Queue<String> keys = new ConcurrentLinkedQueue<>();
    Toolset fails =
        tool(
                stage,
                "b",
                (call, context) -> {
                  keys.add(context.idempotencyKey());
                  if (keys.size() == 1) {
                    throw new IOException("cut off");
                  }
                  return "b done";
                })
            .policy("b", FailureScenarios.attempts(2));
    Toolset tools = says(stage, "a").and(fails).and(says(stage, "c"));
    noteResults(say(stage, agent(stage, tools, each("a", "b", "c"), DONE)));
    stage.note("keys", keys.stream().distinct().count());
  }

  private static void badArguments(Stage stage) {
    Toolset tools = says(stage, "pay");
    AiMessage much = calls(call("1", "pay", "{\"amount\":\"much\"}"));
    AiMessage broken = calls(call("2", "pay", "{\"amount\":"));
    AiMessage right = calls(call("3", "pay", "{\"amount\":7}"));
    say(stage, agent(stage, tools, much, broken, right, DONE));
    stage.note(
        "told",
        MessageScenarios.results(stage, MESSAGES).stream()
            .map(it -> it.replaceAll("(?s)(ERROR The arguments do not fit 'pay').*", "$1"))
            .toList());
    String told = stage.state().get(MESSAGES).get(2).text();
    stage.note(
        "names", List.of("amount", "string", "integer").stream().filter(told::contains).toList());
    stage.noteCalls();
  }

  private static void unknownTool(Stage stage) {
    Limits limits = Limits.perTurn(turn -> turn.toolCalls("nope", 1));
    Toolset tools = says(stage, "pay", "mail");
    say(stage, agent(stage, tools, each("nope"), each("nope"), DONE).limits(limits));
    noteResults(stage);
  }

  private static Toolset broken(Stage stage) {
    return tool(
            stage,
            "broken",
            (call, context) -> {
              throw new IOException("no line");
            })
        .policy("broken", FailureScenarios.attempts(2));
  }

  private static void failures(Stage stage) {
    say(stage, agent(stage, broken(stage), each("broken"), DONE)).noteCalls();
    stage.answer(Answer.retry()).noteCalls();
    Message words = new Message.Tool("", "1", "broken", "unavailable", Message.Outcome.ERROR);
    stage.answer(Answer.skip(StateUpdate.of(MESSAGES, words)));
    noteResults(stage).onNewThread();
    Toolset telling = broken(stage).onFailure("broken", ToolErrorPolicy.TELL_MODEL);
    noteResults(say(stage, agent(stage, telling, each("broken"), DONE)));
  }

  private static Toolset asks(Stage stage, String name) {
    return tool(
        stage,
        name,
        (call, context) -> name + " " + context.node().interrupt(Question.of(name + "?")));
  }

  private static void twoAsk(Stage stage) {
    Toolset tools = asks(stage, "x").and(asks(stage, "y"));
    say(stage, agent(stage, tools, each("x", "y"), DONE));
    List<Interrupt> open = stage.runtime().snapshot(stage.thread()).interrupts();
    stage.note("different ids", open.stream().map(Interrupt::id).distinct().count());
    stage.answer("y?", "b").noteCalls().answer("x?", "a");
    noteResults(stage);
  }

  private static void agentAsks(Stage stage) {
    Object edit = Map.of("type", "edit", "args", Map.of("amount", 5));
    for (Object decision : List.of(APPROVE, REJECT, edit)) {
      stage.onNewThread();
      ScriptedChat inner =
          ScriptedChat.of(
              calls(call("b", "buy", "{\"amount\":7}")), ScriptedChat.says("inner done"));
      Toolset research =
          Toolset.agent(
              agent(stage, "inner-", says(stage, "buy"), inner).approve("buy").build(), "searches");
      AiMessage task = calls(call("1", research.names().get(0), "{\"task\":\"t\"}"));
      say(stage, agent(stage, "outer-", research, ScriptedChat.of(task, DONE)));
      Interrupt open = stage.runtime().snapshot(stage.thread()).interrupts().get(0);
      stage.note(
          "where", open.namespace().replaceAll("inner-[^:]*", "research").replaceAll(":[^|]*", ""));
      stage.answer(Answer.single(decision));
      stage.note("inner model asked", inner.requests().size());
      List<Message> chat = stage.state().get(MESSAGES);
      stage.note("result", chat.get(2).text()).noteCalls();
    }
  }

  private static void mixedDecisions(Stage stage) {
    AiMessage three =
        calls(
            call("1", "pay", "{\"amount\":7}"),
            call("2", "mail", "{\"to\":\"a\"}"),
            call("3", "drop", "{}"));
    Object edit =
        Map.of("type", "edit", "edited_action", Map.of("name", "mail", "args", Map.of("to", "b")));
    Toolset tools = says(stage, "pay", "mail", "drop");
    say(stage, agent(stage, tools, three, DONE).approve("pay", "mail", "drop"));
    stage.answer(Answer.single(Map.of("decisions", List.of(APPROVE, edit, REJECT))));
    noteResults(stage);
    Message.Assistant caller = (Message.Assistant) stage.state().get(MESSAGES).get(1);
    stage.note("still called", caller.toolCalls().get(1).arguments());
  }

  private static void respond(Stage stage) {
    Toolset tools = says(stage, "ask_user");
    say(stage, agent(stage, tools, each("ask_user"), DONE).approve("ask_user"));
    stage.answer(Answer.single(Map.of("type", "respond", "message", "Berlin")));
    noteResults(stage);
  }

  private static void wrongAnswers(Stage stage) {
    AiMessage two = calls(call("1", "pay", "{\"amount\":7}"), call("2", "mail", "{\"to\":\"a\"}"));
    say(
        stage,
        agent(stage, says(stage, "pay", "mail"), two, DONE)
            .approve(Approval.of("pay").allow(Kind.APPROVE, Kind.EDIT), Approval.of("mail")));
    String question = stage.runtime().snapshot(stage.thread()).interrupts().get(0).id();
    Object broken =
        Map.of(
            "type", "edit", "edited_action", Map.of("name", "pay", "args", Map.of("amount", "x")));
    List<List<Object>> wrong =
        List.of(
            List.of(APPROVE),
            List.of(APPROVE, APPROVE, APPROVE),
            List.of(REJECT, APPROVE),
            List.of(Map.of("type", "edit"), APPROVE),
            List.of(broken, APPROVE));
    for (List<Object> decisions : wrong) {
      Answer answer = Answer.single(Map.of("decisions", decisions));
      stage.attempt("wrong", () -> stage.runtime().answer(stage.thread(), answer));
    }
    stage.noteCalls();
    stage.note(
        "same question",
        stage.runtime().snapshot(stage.thread()).interrupts().get(0).id().equals(question));
    stage.answer(Answer.single(Map.of("decisions", List.of(APPROVE, APPROVE))));
    noteResults(stage);
  }
}

package io.evergraph.conformance;

import static io.evergraph.agent.ReactAgent.MESSAGES;
import static io.evergraph.llm.ScriptedChat.call;
import static io.evergraph.llm.ScriptedChat.calls;
import static io.evergraph.llm.ScriptedChat.says;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import io.evergraph.agent.ReactAgent;
import io.evergraph.agent.hook.AgentHook;
import io.evergraph.agent.hook.ClearToolResults;
import io.evergraph.agent.hook.HookContext;
import io.evergraph.agent.hook.HookResult;
import io.evergraph.agent.hook.HookResult.Jump;
import io.evergraph.agent.hook.Pii;
import io.evergraph.agent.hook.PiiKind;
import io.evergraph.agent.hook.Summary;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Graph;
import io.evergraph.llm.ScriptedChat;
import io.evergraph.llm.limit.Limits;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.Messages;
import io.evergraph.llm.message.ToolCall;
import io.evergraph.llm.model.ModelAround;
import io.evergraph.llm.model.ModelRequest;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.llm.tool.Toolset;
import io.evergraph.runtime.HistoryQuery;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunStream;
import io.evergraph.runtime.StreamMode;
import io.evergraph.runtime.StreamOptions;
import io.evergraph.state.StateUpdate;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;

/** Hooks of agents, and what the ready ones do. */
final class HookScenarios {
  private static final Object APPROVE = Map.of("type", "approve");
  private static final AiMessage SEARCH = calls(call("1", "search", "{}"));
  private static final String MAIL = "ann@example.org";

  private HookScenarios() {}

  static void addTo(Catalogue agents, Catalogue engines) {
    agents.add("R-01", HookScenarios::order);
    agents.add("R-02", HookScenarios::jumpToEnd);
    agents.add("R-03", HookScenarios::turnAndThread);
    agents.add("R-04", HookScenarios::overApprovals);
    agents.add("R-05", HookScenarios::surplusCalls);
    agents.add("R-06", HookScenarios::endAtSurplusCalls);
    agents.add("R-10", HookScenarios::jumpToTools);
    agents.add("R-11", HookScenarios::summaries);
    agents.add("R-12", HookScenarios::addressInAStream);
    engines.add("K17", HookScenarios::longChat);
  }

  private static Toolset tool(Stage stage, String name) {
    return Toolset.of(
        ToolSpecification.builder().name(name).build(),
        (call, context) -> {
          stage.called(name);
          return "found";
        });
  }

  private static ReactAgent agent(Stage stage, ChatModel model) {
    return ReactAgent.of("agent-" + stage.thread(), ModelSource.of(model))
        .tools(tool(stage, "search"));
  }

  private static Stage say(Stage stage, ReactAgent agent, String text) {
    return say(stage, agent, Message.user(text));
  }

  private static Stage say(Stage stage, ReactAgent agent, Message... chat) {
    return stage.start(agent.build(), StateUpdate.of(MESSAGES, chat));
  }

  private static List<String> texts(Stage stage) {
    return stage.state().get(MESSAGES).stream().map(Message::text).toList();
  }

  private static Stage noteLast(Stage stage) {
    List<String> texts = texts(stage);
    return stage.note("last", texts.get(texts.size() - 1));
  }

  private static Stage noteValid(Stage stage) {
    List<Message> chat = stage.state().get(MESSAGES);
    return stage.note("chat is valid", Messages.paired(chat).equals(chat));
  }

  /** Notes the parts of a hook that run around a turn and around the model. */
  private static class Noting implements AgentHook {
    private final String name;
    private final Queue<String> notes;

    Noting(String name, Queue<String> notes) {
      this.name = name;
      this.notes = notes;
    }

    @Override
    public String name() {
      return name;
    }

    private HookResult note(String part) {
      notes.add(name + "." + part);
      return HookResult.goOn();
    }

    @Override
    public HookResult beforeAgent(HookContext context) {
      return note("beforeAgent");
    }

    @Override
    public HookResult beforeModel(HookContext context) {
      return note("before");
    }

    @Override
    public Message.Assistant aroundModel(
        ModelRequest request, HookContext context, ModelAround.Next model) {
      note("wrap(");
      Message.Assistant answer = model.ask(request);
      note(")wrap");
      return answer;
    }

    @Override
    public HookResult afterModel(Message.Assistant answer, HookContext context) {
      return note("after");
    }

    @Override
    public HookResult afterAgent(HookContext context) {
      return note("afterAgent");
    }
  }

  private static Stage noteOrder(Stage stage, Queue<String> notes) {
    stage.note("order", String.join(" ", notes));
    notes.clear();
    return stage;
  }

  private static void order(Stage stage) {
    Queue<String> notes = new ConcurrentLinkedQueue<>();
    ReactAgent agent =
        agent(stage, ScriptedChat.of(SEARCH, says("done")))
            .with(new Noting("A", notes), new Noting("B", notes))
            .approve("search");
    noteOrder(say(stage, agent, "hi"), notes);
    noteOrder(stage.answer(Answer.single(APPROVE)), notes);
  }

  private static void jumpToEnd(Stage stage) {
    Queue<String> notes = new ConcurrentLinkedQueue<>();
    ScriptedChat model = ScriptedChat.of(says("hello"));
    AgentHook stops =
        new Noting("B", notes) {
          @Override
          public HookResult beforeModel(HookContext context) {
            return context.messages().size() == 1 ? HookResult.end("stop") : HookResult.goOn();
          }
        };
    ReactAgent agent = agent(stage, model).with(new Noting("A", notes), stops);
    noteOrder(say(stage, agent, "hi"), notes);
    stage.note("model calls", model.requests().size());
    stage.note("messages", texts(stage));
    say(stage, agent, "and now?").note("messages", texts(stage));
  }

  private static void turnAndThread(Stage stage) {
    ScriptedChat model = ScriptedChat.of(SEARCH, SEARCH, SEARCH, SEARCH);
    Limits limits =
        Limits.perTurn(turn -> turn.modelCalls(2)).perThread(thread -> thread.modelCalls(3));
    ReactAgent agent = agent(stage, model).limits(limits);
    for (String turn : List.of("one", "two", "three")) {
      noteLast(say(stage, agent, turn)).note("model calls", model.requests().size());
    }
    stage.onNewThread();
    ScriptedChat again = ScriptedChat.of(SEARCH, SEARCH, SEARCH);
    say(stage, agent(stage, again).limits(limits.onReached(Limits.Reaction.FAIL)), "one");
  }

  private static void overApprovals(Stage stage) {
    ScriptedChat model = ScriptedChat.of(SEARCH, SEARCH, says("never"));
    Limits limits = Limits.perTurn(turn -> turn.modelCalls(2));
    say(stage, agent(stage, model).limits(limits).approve("search"), "hi");
    stage.answer(Answer.single(APPROVE)).answer(Answer.single(APPROVE));
    noteLast(stage).note("model calls", model.requests().size());
  }

  private static void surplusCalls(Stage stage) {
    AiMessage three =
        calls(call("1", "search", "{}"), call("2", "search", "{}"), call("3", "search", "{}"));
    ScriptedChat model = ScriptedChat.of(three, says("enough"));
    Limits limits = Limits.perTurn(turn -> turn.toolCalls("search", 2));
    say(stage, agent(stage, model).limits(limits), "hi").noteCalls();
    stage.note("results", MessageScenarios.results(stage, MESSAGES));
    noteLast(stage);
  }

  private static void endAtSurplusCalls(Stage stage) {
    AiMessage four =
        calls(
            call("1", "search", "{}"),
            call("2", "search", "{}"),
            call("3", "search", "{}"),
            call("4", "mail", "{}"));
    Limits limits =
        Limits.perTurn(turn -> turn.toolCalls("search", 2)).onToolCallsReached(Limits.Reaction.END);
    ReactAgent agent = agent(stage, ScriptedChat.of(four)).limits(limits);
    say(stage, agent.tools(tool(stage, "mail")), "hi").noteCalls();
    stage.note("results", MessageScenarios.results(stage, MESSAGES));
    noteValid(noteLast(stage));
  }

  /** Goes to the tools whatever was decided about their calls. */
  private static final class ToTools implements AgentHook {
    @Override
    public HookResult beforeModel(HookContext context) {
      HookResult result = HookResult.goOn();
      return context.messages().size() > 1 ? result.jumpTo(Jump.TOOLS) : result;
    }

    @Override
    public HookResult afterModel(Message.Assistant answer, HookContext context) {
      return HookResult.goOn().jumpTo(Jump.TOOLS);
    }
  }

  private static void jumpToTools(Stage stage) {
    ReactAgent agent = agent(stage, ScriptedChat.of(SEARCH)).with(new ToTools()).approve("search");
    say(stage, agent, "hi");
    stage.answer(Answer.single(Map.of("type", "reject", "message", "no"))).noteCalls();
    noteValid(stage.note("results", MessageScenarios.results(stage, MESSAGES)));
  }

  private static ToolCall search(String id) {
    return new ToolCall(id, "search", "{}");
  }

  /** With four messages to keep, the cut falls on r2. */
  private static Message[] chat(Message calling) {
    return new Message[] {
      Message.user("first"),
      Message.assistant("old"),
      calling,
      Message.result(search("c1"), "r1"),
      Message.result(search("c2"), "r2"),
      Message.assistant("said"),
      Message.user("last")
    };
  }

  private static ReactAgent summing(Stage stage, ChatModel writer) {
    Summary summary = Summary.with(ModelSource.of(writer)).whenOverMessages(4).keep(3);
    return agent(stage, ScriptedChat.of(says("done"))).with(summary);
  }

  private static ScriptedChat writer() {
    return ScriptedChat.of(says("They met."));
  }

  private static void summaries(Stage stage) {
    Message calling = Message.assistant("", search("c1"), search("c2"));
    say(stage, summing(stage, writer()), chat(calling));
    stage.note("messages", texts(stage));
    stage.note("source", stage.state().get(MESSAGES).get(0).metadata().get(Message.SOURCE));
    noteValid(stage);

    stage.onNewThread();
    say(stage, summing(stage, writer()), chat(Message.assistant("no calls")));
    noteValid(stage.note("messages", texts(stage)));

    ChatModel failing =
        new ChatModel() {
          @Override
          public ChatResponse doChat(ChatRequest request) {
            throw new IllegalArgumentException("no summary today");
          }
        };
    stage.onNewThread();
    say(stage, summing(stage, failing), chat(calling)).note("messages", texts(stage));
  }

  private static void longChat(Stage stage) {
    ScriptedChat model = ScriptedChat.of(says("done"));
    ReactAgent agent =
        agent(stage, model)
            .prompt("Be kind.")
            .with(
                Summary.with(ModelSource.of(writer())).whenOverMessages(4).keep(3),
                ClearToolResults.over(0).keep(1));
    say(stage, agent, chat(Message.assistant("", search("c1"), search("c2"))));
    stage.note("asked", Asked.first(model));
    noteValid(stage.note("messages", texts(stage)));
  }

  /** Streams an address in two pieces, and calls a tool with it. */
  private static final class Leaking implements StreamingChatModel {
    @Override
    public void doChat(ChatRequest request, StreamingChatResponseHandler handler) {
      handler.onPartialResponse("mail ann@ex");
      handler.onPartialResponse("ample.org now");
      AiMessage text = AiMessage.from("mail " + MAIL + " now");
      AiMessage calling =
          AiMessage.from(text.text(), List.of(call("1", "search", "{\"to\":\"" + MAIL + "\"}")));
      handler.onCompleteResponse(
          ChatResponse.builder()
              .aiMessage(request.messages().size() == 1 ? calling : text)
              .build());
    }
  }

  private static void addressInAStream(Stage stage) {
    Graph graph =
        ReactAgent.of("agent-" + stage.thread(), ModelSource.of(new Leaking()))
            .tools(tool(stage, "search"))
            .with(Pii.of(PiiKind.EMAIL).redact().onOutput())
            .build();
    stage.runtime().graphs().register(graph);
    StateUpdate input = StateUpdate.of(MESSAGES, Message.user("hi"));
    RunHandle run =
        stage.runtime().start(graph.name(), stage.thread(), input, RunOptions.defaults());
    StringBuilder seen = new StringBuilder();
    try (RunStream parts = stage.runtime().stream(run, StreamOptions.of(StreamMode.values()))) {
      parts.forEach(seen::append);
    }
    seen.append(stage.runtime().events(stage.thread(), 1));
    seen.append(stage.runtime().history(stage.thread(), HistoryQuery.all()));
    Message.Assistant calling = (Message.Assistant) stage.state().get(MESSAGES).get(1);
    stage.note("text", calling.text());
    stage.note("arguments", calling.toolCalls().get(0).arguments());
    stage.note(
        "seen",
        Stream.of("REDACTED_EMAIL", "ann@ex", "ample.org")
            .filter(it -> seen.indexOf(it) >= 0)
            .toList());
  }
}

package io.evergraph.conformance;

import static io.evergraph.conformance.Letters.V;
import static io.evergraph.conformance.Letters.edges;
import static io.evergraph.conformance.Letters.nodes;
import static io.evergraph.conformance.Letters.v;

import dev.langchain4j.agent.tool.ToolSpecification;
import io.evergraph.event.RunEvent;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Breakpoints;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.Question;
import io.evergraph.llm.limit.Limits;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.Messages;
import io.evergraph.llm.message.ToolCall;
import io.evergraph.llm.message.ToolCallException;
import io.evergraph.llm.tool.Approval;
import io.evergraph.llm.tool.CallGuard;
import io.evergraph.llm.tool.ToolCalls;
import io.evergraph.llm.tool.ToolExecutor;
import io.evergraph.llm.tool.ToolNode;
import io.evergraph.llm.tool.Toolset;
import io.evergraph.runtime.RunOptions;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import io.evergraph.state.Removed;
import io.evergraph.state.StateUpdate;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** Chats, tools, and what a node is told. */
final class MessageScenarios {
  private static final ListChannel<Message> CHAT = Messages.channel("chat");
  private static final Channel<String> BRANCH = Channel.of("branch", String.class);
  private static final ToolCall FIRST = new ToolCall("c1", "add", "{\"a\":1}");
  private static final ToolCall SECOND = new ToolCall("c2", "add", "{\"a\":2}");

  private MessageScenarios() {}

  static void addTo(Catalogue langGraph, Catalogue engines) {
    langGraph.add("J-01", MessageScenarios::merged);
    langGraph.add("J-02", stage -> write(stage, written(new Removed("9"))));
    langGraph.add("J-03", MessageScenarios::coerced);
    langGraph.add("J-04", MessageScenarios::twoCalls);
    langGraph.add("J-11", MessageScenarios::pausedBeforeTools);
    langGraph.add("J-12", MessageScenarios::removedFromOutside);
    langGraph.add("K-03", MessageScenarios::context);
    langGraph.add("K-04", MessageScenarios::whereANodeIs);
    langGraph.add("K-05", MessageScenarios::identities);
    engines.add("K1", MessageScenarios::branches);
    engines.add("K8", MessageScenarios::asksInATool);
    engines.add("K10", MessageScenarios::missingTool);
    engines.add("K18", MessageScenarios::contextOfTools);
  }

  private static StateUpdate written(Object... messages) {
    return StateUpdate.of(Map.of(CHAT.name(), List.of(messages)));
  }

  private static List<String> texts(Stage stage) {
    return stage.state().get(CHAT).stream().map(it -> it.text() + "#" + it.id()).toList();
  }

  /** A chat of two messages, and then what one node writes. */
  private static void write(Stage stage, StateUpdate update) {
    Graph graph =
        edges(stage.graph().channels(CHAT).node("n", context -> Command.update(update)), "S->n")
            .build();
    Message[] left = {Message.user("h").withId("1"), Message.assistant("a").withId("2")};
    stage.onNewThread().start(graph, StateUpdate.of(CHAT, left));
    stage.note("chat", texts(stage));
  }

  private static void merged(Stage stage) {
    Message x = Message.user("x").withId("7");
    write(stage, StateUpdate.of(CHAT, Message.user("new").withId("3")));
    write(stage, StateUpdate.of(CHAT, Message.user("human").withId("1")));
    write(stage, written(new Removed("2")));
    write(stage, written(new Removed("2"), new Removed("2")));
    write(stage, StateUpdate.overwrite(CHAT, List.of(Message.user("z").withId("8"))));
    write(stage, StateUpdate.of(CHAT, x, Message.user("y").withId("7")));
    write(stage, written(new Removed("2"), Message.assistant("re").withId("2")));
    write(stage, StateUpdate.empty());
  }

  private static void coerced(Stage stage) {
    Graph graph = edges(nodes(stage.graph().channels(CHAT), "n"), "S->n").build();
    Object parts =
        List.of(Map.of("type", "text", "text", "in "), Map.of("type", "text", "text", "parts"));
    StateUpdate input =
        read(
            stage,
            graph,
            "plain",
            Map.of("role", "user", "content", "role"),
            Map.of("type", "human", "content", parts));
    stage.start(graph, input);
    List<Message> chat = stage.state().get(CHAT);
    stage.note("texts", chat.stream().map(Message::text).toList());
    stage.note("kinds", chat.stream().map(it -> it.getClass().getSimpleName()).toList());
    stage.note("ids of 36 characters", chat.stream().map(it -> it.id().length()).toList());
    stage.note("different ids", chat.stream().map(Message::id).distinct().count());
    stage.attempt("pair", () -> read(stage, graph, List.of("user", "pair")));
  }

  /** Reads messages as a caller writes them in JSON. */
  private static StateUpdate read(Stage stage, Graph graph, Object... messages) {
    Map<String, Object> input = Map.of(CHAT.name(), List.of(messages));
    return stage.runtime().codec().update(input, graph.schema(), "the input");
  }

  private static Graph calling(Stage stage, Toolset tools) {
    return edges(stage.graph().channels(CHAT).node("tools", ToolNode.of(tools, CHAT)), "S->tools")
        .build();
  }

  /** The part of an agent that makes the calls, after a model that has said what the input says. */
  private static Graph callingAsAgent(Stage stage, Toolset tools, Approval... approvals) {
    GraphBuilder graph =
        edges(
            stage.graph().channels(CHAT, BRANCH).node("model", context -> Command.none()),
            "S->model");
    new ToolCalls(
            tools,
            CHAT,
            List.of(approvals),
            NodePolicy.DEFAULT,
            Limits.NONE,
            CallGuard.NONE,
            ToolCalls.Tasks.PER_CALL)
        .addTo(graph, ToolCalls.Loop.of("model"), BRANCH);
    return graph.build();
  }

  private static Toolset adding(ToolExecutor executor) {
    return Toolset.of(ToolSpecification.builder().name("add").build(), executor);
  }

  private static List<String> results(Stage stage) {
    return results(stage, CHAT);
  }

  /** The results of calls in a chat. */
  static List<String> results(Stage stage, ListChannel<Message> chat) {
    return stage.state().get(chat).stream()
        .filter(Message.Tool.class::isInstance)
        .map(Message.Tool.class::cast)
        .map(it -> it.callId() + " " + it.outcome() + " " + it.text())
        .toList();
  }

  private static void twoCalls(Stage stage) {
    Toolset tools = adding((call, context) -> call.arguments());
    Message asks = Message.assistant("", SECOND, FIRST);
    stage.start(calling(stage, tools), StateUpdate.of(CHAT, asks));
    stage.note("results", results(stage));
  }

  private static void pausedBeforeTools(Stage stage) {
    Toolset tools =
        adding(
            (call, context) -> {
              stage.called("tool");
              return "3";
            });
    Graph graph =
        edges(
                stage
                    .graph()
                    .channels(CHAT)
                    .node("agent", context -> Command.update(CHAT, Message.assistant("", FIRST)))
                    .node("tools", ToolNode.of(tools, CHAT)),
                "S->agent->tools")
            .breakpoints(Breakpoints.before("tools"))
            .build();
    stage.start(graph, StateUpdate.of(CHAT, Message.user("1+2?")));
    stage.note("calls in the chat", lastCalls(stage));
    stage.noteCalls().proceed().noteCalls().note("results", results(stage));
  }

  private static int lastCalls(Stage stage) {
    List<Message> chat = stage.state().get(CHAT);
    return ((Message.Assistant) chat.get(chat.size() - 1)).toolCalls().size();
  }

  private static void removedFromOutside(Stage stage) {
    write(stage, written(new Removed("1")));
    stage.edit(written(new Removed("2")), "n");
    stage.note("chat", texts(stage));
  }

  private static void context(Stage stage) {
    NodeAction tells = context -> Command.update(V, context.node() + context.runContext());
    Graph inner = edges(stage.graph("-inner").node("x", tells), "S->x").build();
    Graph graph = edges(stage.graph().node("a", tells).subgraph("sub", inner), "S->a->sub").build();
    stage.start(graph, v(), RunOptions.builder().context(Map.of("user", "ann")));
    stage.onNewThread().start(graph, v());
  }

  /** Node b fails once, so that its second attempt tells. */
  private static void whereANodeIs(Stage stage) {
    NodeAction tells =
        context -> {
          if (context.node().equals("b") && context.attempt() == 1) {
            throw new IllegalStateException("once");
          }
          return Command.update(
              V, context.node() + " step " + context.step() + " attempt " + context.attempt());
        };
    NodePolicy twice = NodePolicy.builder().attempts(2).interval(Duration.ofMillis(1)).build();
    stage.start(
        edges(stage.graph().node("a", tells).node("b", tells, twice), "S->a->b").build(), v());
  }

  private static void identities(Stage stage) {
    List<String> seen = new CopyOnWriteArrayList<>();
    NodeAction tells =
        context -> {
          seen.addAll(List.of(context.thread(), context.runId(), context.idempotencyKey()));
          return Command.none();
        };
    Graph graph = edges(stage.graph().node("a", tells), "S->a").build();
    stage.start(graph, v(), RunOptions.builder().runId("0198-run-" + stage.thread()));
    List<RunEvent> events = stage.runtime().events(stage.thread(), 1);
    stage.note("thread", seen.get(0).equals(stage.thread().value()));
    stage.note("run", events.get(0).runs().contains(seen.get(1)));
    stage.note(
        "task",
        events.stream()
            .filter(RunEvent.TaskFinished.class::isInstance)
            .map(event -> ((RunEvent.TaskFinished) event).taskId())
            .toList()
            .contains(seen.get(2)));
  }

  private static void branches(Stage stage) {
    Graph graph = callingAsAgent(stage, adding((call, context) -> "3"));
    stage.start(graph, StateUpdate.of(CHAT, Message.assistant("", FIRST)));
    stage.onNewThread().start(graph, StateUpdate.of(CHAT, Message.assistant("done")));
  }

  private static void asksInATool(Stage stage) {
    ToolExecutor asking =
        (call, context) -> {
          stage.called("tool");
          return "" + context.node().interrupt(Question.of("in the tool"));
        };
    Message asks = Message.assistant("", FIRST);
    Graph plain = calling(stage, adding(asking));
    stage.start(plain, StateUpdate.of(CHAT, asks)).answer(Answer.single("told"));
    stage.note("results", results(stage)).noteCalls();
    ToolExecutor reviewed =
        (call, context) -> {
          stage.called("reviewed");
          return "done";
        };
    Graph before = callingAsAgent(stage, adding(reviewed), Approval.of("add"));
    stage.onNewThread().start(before, StateUpdate.of(CHAT, asks)).noteCalls();
    stage.answer(Answer.single(Map.of("approved", true))).noteCalls();
    stage.note("results", results(stage));
  }

  private static void missingTool(Stage stage) {
    ToolCall unknown = new ToolCall("c0", "nope", "{}");
    ToolExecutor executor =
        (call, context) -> {
          if (call.equals(SECOND)) {
            throw new ToolCallException("nothing came back");
          }
          return "one";
        };
    Message asks = Message.assistant("", SECOND, unknown, FIRST);
    stage.start(calling(stage, adding(executor)), StateUpdate.of(CHAT, asks));
    stage.note("results", results(stage));
  }

  private static void contextOfTools(Stage stage) {
    Toolset tools = adding((call, context) -> "" + context.node().runContext().get("user"));
    stage.start(
        calling(stage, tools),
        StateUpdate.of(CHAT, Message.assistant("", FIRST)),
        RunOptions.builder().context(Map.of("user", "ann")));
    stage.note("results", results(stage));
  }
}

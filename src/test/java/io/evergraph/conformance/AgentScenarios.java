package io.evergraph.conformance;

import static io.evergraph.agent.ReactAgent.MESSAGES;
import static io.evergraph.llm.ScriptedChat.call;
import static io.evergraph.llm.ScriptedChat.calls;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import io.evergraph.agent.ReactAgent;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Interrupt;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.Question;
import io.evergraph.llm.ScriptedChat;
import io.evergraph.llm.limit.Limits;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.llm.tool.Approval;
import io.evergraph.llm.tool.ToolExecutor;
import io.evergraph.llm.tool.Toolset;
import io.evergraph.runtime.RunOptions;
import io.evergraph.state.StateUpdate;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Agents, and what becomes of the calls of their tools. */
final class AgentScenarios {
  private static final Duration SHORT = Duration.ofMillis(150);
  private static final Object APPROVE = Map.of("type", "approve");
  private static final Object REJECT = Map.of("type", "reject", "message", "no");

  private AgentScenarios() {}

  static void addTo(Catalogue langGraph, Catalogue engines) {
    langGraph.add("J-06", AgentScenarios::badArguments);
    langGraph.add("J-09", AgentScenarios::twoCalls);
    engines.add("E19", AgentScenarios::attempts);
    engines.add("K2", AgentScenarios::parallelAndSerial);
    engines.add("K3", AgentScenarios::oneFails);
    engines.add("K4", AgentScenarios::oneAsks);
    engines.add("K11", AgentScenarios::tooLate);
    engines.add("K12", AgentScenarios::oneAtATime);
    engines.add("K13", AgentScenarios::keptBesideTooLate);
    engines.add("K14", AgentScenarios::approvals);
    engines.add("K15", AgentScenarios::limits);
  }

  private static ReactAgent agent(Stage stage, Toolset tools, AiMessage... script) {
    String name = "agent-" + stage.thread();
    return ReactAgent.of(name, ModelSource.of(ScriptedChat.of(script))).tools(tools);
  }

  private static Stage say(Stage stage, ReactAgent agent) {
    return stage.start(agent.build(), StateUpdate.of(MESSAGES, Message.user("Hi")));
  }

  /** A tool whose calls are counted. */
  private static Toolset tool(Stage stage, String name, ToolExecutor executor) {
    return Toolset.of(
        ToolSpecification.builder().name(name).build(),
        (call, context) -> {
          stage.called(name);
          return executor.execute(call, context);
        });
  }

  private static Toolset says(Stage stage, String name) {
    return tool(stage, name, (call, context) -> name + " " + call.id());
  }

  private static Toolset fails(Stage stage, String name, int attempts) {
    return tool(
            stage,
            name,
            (call, context) -> {
              throw new IOException("no line");
            })
        .policy(name, FailureScenarios.attempts(attempts));
  }

  private static Stage noteResults(Stage stage) {
    return stage.note("results", MessageScenarios.results(stage, MESSAGES));
  }

  private static void badArguments(Stage stage) {
    JsonObjectSchema schema =
        JsonObjectSchema.builder().addIntegerProperty("a").required("a").build();
    ToolSpecification adds = ToolSpecification.builder().name("add").parameters(schema).build();
    Toolset tools =
        Toolset.of(
            adds,
            (call, context) -> {
              stage.called("add");
              return "never";
            });
    say(stage, agent(stage, tools, calls(call("1", "add", "{\"a\":\"much\"}")), said()));
    Message told = stage.state().get(MESSAGES).get(2);
    stage.note("outcome", ((Message.Tool) told).outcome());
    stage.note("names tool and types", told.text().matches("(?s).*'add'.*string.*integer.*"));
    stage.noteCalls();
  }

  private static AiMessage said() {
    return AiMessage.from("done");
  }

  private static void twoCalls(Stage stage) {
    Toolset tools =
        tool(stage, "add", (call, context) -> call.arguments().contains("1") ? "3" : "10");
    AiMessage both = calls(call("1", "add", "{\"a\":1}"), call("2", "add", "{\"a\":4}"));
    say(stage, agent(stage, tools, both, said()));
    stage.note(
        "messages",
        stage.state().get(MESSAGES).stream()
            .map(it -> it.getClass().getSimpleName() + " " + it.text())
            .toList());
  }

  private static void attempts(Stage stage) {
    for (int attempts = 1; attempts <= 3; attempts++) {
      String name = "n" + attempts;
      stage.onNewThread();
      say(stage, agent(stage, fails(stage, name, attempts), calls(call("1", name, "{}"))));
    }
    AtomicInteger calls = new AtomicInteger();
    Toolset mends =
        tool(
                stage,
                "mends",
                (call, context) -> {
                  if (calls.incrementAndGet() == 1) {
                    throw new IOException("no line");
                  }
                  return "ok";
                })
            .policy("mends", FailureScenarios.attempts(3));
    stage.onNewThread();
    say(stage, agent(stage, mends, calls(call("1", "mends", "{}")), said()));
    Toolset wrong =
        tool(
                stage,
                "wrong",
                (call, context) -> {
                  throw new IllegalArgumentException("not worth another attempt");
                })
            .policy("wrong", FailureScenarios.attempts(3));
    stage.onNewThread();
    say(stage, agent(stage, wrong, calls(call("1", "wrong", "{}")))).noteCalls();
  }

  private static void parallelAndSerial(Stage stage) {
    CyclicBarrier both = new CyclicBarrier(2);
    AtomicInteger running = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    Toolset meets =
        tool(
            stage,
            "meet",
            (call, context) -> {
              both.await(30, TimeUnit.SECONDS);
              return call.id();
            });
    Toolset alone =
        tool(
            stage,
            "alone",
            (call, context) -> {
              most.accumulateAndGet(running.incrementAndGet(), Math::max);
              TimeUnit.MILLISECONDS.sleep(20);
              running.decrementAndGet();
              return call.id();
            });
    AiMessage meeting = calls(call("2", "meet", "{}"), call("1", "meet", "{}"));
    noteResults(say(stage, agent(stage, meets, meeting, said())));
    AiMessage serial = calls(call("2", "alone", "{}"), call("1", "alone", "{}"));
    stage.onNewThread();
    noteResults(say(stage, agent(stage, alone, serial, said()).maxParallelTools(1)));
    stage.note("most at once", most.get());
  }

  private static void oneFails(Stage stage) {
    Toolset tools = fails(stage, "bad", 1).and(says(stage, "good"));
    AiMessage both = calls(call("1", "bad", "{}"), call("2", "good", "{}"));
    say(stage, agent(stage, tools, both, said()));
    skip(stage, "1", "bad", "unavailable");
  }

  /** Puts words in the place of a result. */
  private static void skip(Stage stage, String call, String tool, String words) {
    Message result = new Message.Tool("", call, tool, words, Message.Outcome.ERROR);
    stage.answer(Answer.skip(StateUpdate.of(MESSAGES, result)));
    noteResults(stage).noteCalls();
  }

  private static Toolset asks(Stage stage, String name) {
    return tool(
        stage, name, (call, context) -> "" + context.node().interrupt(Question.of(name + "?")));
  }

  private static void oneAsks(Stage stage) {
    Toolset tools = asks(stage, "ask").and(fails(stage, "bad", 1)).and(says(stage, "good"));
    AiMessage three =
        calls(call("1", "ask", "{}"), call("2", "bad", "{}"), call("3", "good", "{}"));
    say(stage, agent(stage, tools, three, said()));
    stage.onNewThread();
    Toolset both = asks(stage, "one").and(asks(stage, "two"));
    AiMessage two = calls(call("1", "one", "{}"), call("2", "two", "{}"));
    say(stage, agent(stage, both, two, said())).answer("two?", "b").answer("one?", "a");
    noteResults(stage).noteCalls();
  }

  private static Toolset late(Stage stage) {
    NodePolicy limited = NodePolicy.builder().attempts(1).timeout(SHORT).hardTimeout(SHORT).build();
    CountDownLatch never = new CountDownLatch(1);
    return tool(
            stage,
            "late",
            (call, context) -> {
              try {
                never.await();
              } catch (InterruptedException cancelled) {
                stage.called("cancelled");
              }
              return "too late";
            })
        .policy("late", limited);
  }

  private static void tooLate(Stage stage) {
    Toolset tools = late(stage).and(says(stage, "quick"));
    AiMessage three =
        calls(call("1", "late", "{}"), call("2", "late", "{}"), call("3", "quick", "{}"));
    say(stage, agent(stage, tools, three, said())).noteCalls();
  }

  private static void oneAtATime(Stage stage) {
    AiMessage both = calls(call("1", "add", "{}"), call("2", "add", "{}"));
    Graph graph = agent(stage, says(stage, "add"), both, said()).build();
    StateUpdate input = StateUpdate.of(MESSAGES, Message.user("Hi"));
    noteResults(stage.start(graph, input, RunOptions.builder().maxConcurrency(1)));
  }

  private static void keptBesideTooLate(Stage stage) {
    Toolset tools = says(stage, "first").and(late(stage));
    AiMessage both = calls(call("1", "first", "{}"), call("2", "late", "{}"));
    say(stage, agent(stage, tools, both, said()));
    skip(stage, "2", "late", "timed out");
  }

  private static void approvals(Stage stage) {
    Toolset tools = says(stage, "pay").and(says(stage, "mail")).and(says(stage, "drop"));
    AiMessage three =
        calls(call("1", "pay", "{}"), call("2", "mail", "{}"), call("3", "drop", "{}"));
    Object edit =
        Map.of("type", "edit", "edited_action", Map.of("name", "mail", "args", Map.of("to", "b")));
    say(stage, agent(stage, tools, three, said()).approve("pay", "mail", "drop"));
    stage.answer(Answer.single(Map.of("decisions", List.of(APPROVE, edit, REJECT))));
    noteResults(stage).noteCalls();

    AiMessage two = calls(call("1", "pay", "{}"), call("2", "mail", "{}"));
    stage.onNewThread();
    say(stage, agent(stage, tools, two, said()).approve(Approval.of("pay", "mail").perCall()));
    List<Interrupt> open = stage.runtime().snapshot(stage.thread()).interrupts();
    stage.note("open", open.stream().map(Interrupt::node).toList());
    stage.answer(Answer.to(open.get(1).id(), APPROVE));
    stage.answer(Answer.to(open.get(0).id(), REJECT));
    noteResults(stage).noteCalls();

    AiMessage one = calls(call("1", "drop", "{}"));
    AiMessage again = calls(call("2", "drop", "{}"));
    stage.onNewThread();
    say(stage, agent(stage, tools, one, again, said()).approve("drop"));
    stage.answer(Answer.single(APPROVE)).answer(Answer.single(APPROVE));
    noteResults(stage).noteCalls();
  }

  private static void limits(Stage stage) {
    AiMessage look = calls(call("1", "look", "{}"));
    Limits ofThread = Limits.perTurn(any -> any).perThread(thread -> thread.modelCalls(1));
    Limits failing = ofThread.onReached(Limits.Reaction.FAIL);
    say(stage, agent(stage, says(stage, "look"), look, said()).limits(failing));
    Limits ofTurn = Limits.perTurn(turn -> turn.modelCalls(1));
    stage.onNewThread();
    say(stage, agent(stage, says(stage, "look"), look, said()).limits(ofTurn));
    List<Message> chat = stage.state().get(MESSAGES);
    stage.note("last", chat.get(chat.size() - 1).text());
  }
}

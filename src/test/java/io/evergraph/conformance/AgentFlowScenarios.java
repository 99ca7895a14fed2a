package io.evergraph.conformance;

import static io.evergraph.agent.ReactAgent.MESSAGES;
import static io.evergraph.llm.ScriptedChat.says;

import dev.langchain4j.data.message.AiMessage;
import io.evergraph.agent.ReactAgent;
import io.evergraph.agent.flow.AgentFlow;
import io.evergraph.agent.flow.ConditionalAgent;
import io.evergraph.agent.flow.LlmRoutingAgent;
import io.evergraph.agent.flow.LoopAgent;
import io.evergraph.agent.flow.Merge;
import io.evergraph.agent.flow.ParallelAgent;
import io.evergraph.agent.flow.SequentialAgent;
import io.evergraph.agent.hook.AgentHook;
import io.evergraph.agent.hook.HookContext;
import io.evergraph.agent.hook.HookResult;
import io.evergraph.error.InvalidGraphException;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.Question;
import io.evergraph.llm.ScriptedChat;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.state.Channel;
import io.evergraph.state.State;
import io.evergraph.state.StateUpdate;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Flows of several agents. */
final class AgentFlowScenarios {
  private static final Channel<String> FACTS = Channel.of("facts", String.class);
  private static final StateUpdate INPUT = StateUpdate.of(MESSAGES, Message.user("pens"));

  private AgentFlowScenarios() {}

  static void addTo(Catalogue agents, Catalogue engines) {
    agents.add("F-01", AgentFlowScenarios::sequence);
    agents.add("F-02", AgentFlowScenarios::merges);
    agents.add("F-03", AgentFlowScenarios::checks);
    agents.add("F-04", AgentFlowScenarios::ownPrompts);
    agents.add("F-05", AgentFlowScenarios::question);
    agents.add("F-06", AgentFlowScenarios::loops);
    agents.add("F-07", AgentFlowScenarios::routing);
    engines.add("A21", AgentFlowScenarios::outputs);
    engines.add("L5", AgentFlowScenarios::extraKeys);
    engines.add("L6", AgentFlowScenarios::sequence);
    engines.add("L8", AgentFlowScenarios::hooks);
    engines.add("L9", AgentFlowScenarios::ownPrompts);
  }

  private static ReactAgent agent(String name, ScriptedChat model) {
    return ReactAgent.of(name, ModelSource.of(model));
  }

  /** A graph that is no chat: it has its result in a channel of its name. */
  private static Graph plain(Stage stage, String name, NodeAction action) {
    return Graph.builder(name)
        .channels(Channel.of(name, String.class), AgentFlow.TASK)
        .node(name, stage.counted(action))
        .edge(Graph.START, name)
        .build();
  }

  private static Graph saying(Stage stage, String name, String words) {
    return plain(stage, name, context -> Command.update(StateUpdate.of(Map.of(name, words))));
  }

  private static Graph echoes(Stage stage, String name) {
    return plain(
        stage,
        name,
        context ->
            Command.update(
                StateUpdate.of(Map.of(name, name + " " + context.state().get(AgentFlow.TASK)))));
  }

  private static String name(Stage stage) {
    return "flow-" + stage.thread().value();
  }

  private static List<String> chat(State state) {
    return state.get(MESSAGES).stream().map(Message::text).toList();
  }

  private static void sequence(Stage stage) {
    ScriptedChat first = ScriptedChat.of(says("42 pens"));
    ScriptedChat second = ScriptedChat.of(says("A report"));
    Graph a = agent("a", first).build();
    Graph b = agent("b", second).channels(FACTS).prompt("Use {facts}.").build();
    Graph flow = SequentialAgent.of(name(stage)).agent(a, FACTS).agents(b).build();
    stage.start(flow, INPUT);
    stage.note("asked", Asked.first(second));
    stage.note("chat", chat(stage.state()));
    stage.note("times", List.of(first.requests().size(), second.requests().size()));
  }

  private static Graph[] three(Stage stage) {
    return new Graph[] {
      saying(stage, "z", "first"), saying(stage, "y", "second"), saying(stage, "x", "third")
    };
  }

  private static void merges(Stage stage) {
    List<Merge<?>> ways =
        List.of(
            Merge.byName(),
            Merge.list(),
            Merge.joined("|"),
            Merge.with(Integer.class, results -> results.toString().length()));
    for (int way = 0; way < ways.size(); way++) {
      stage.onNewThread();
      String name = name(stage) + way;
      stage.start(
          ParallelAgent.of(name)
              .agents(three(stage))
              .merge(ways.get(way))
              .maxConcurrency(way + 1)
              .build(),
          INPUT);
      Object merged = stage.state().value(name);
      stage.note("merged", merged);
      if (merged instanceof Map<?, ?> byName) {
        stage.note("names", List.copyOf(byName.keySet()));
      }
    }
  }

  private static void problems(Stage stage, AgentFlow<?> flow) {
    try {
      flow.build();
      stage.note("problems", List.of());
    } catch (InvalidGraphException invalid) {
      stage.note("problems", invalid.problems());
    }
  }

  private static void checks(Stage stage) {
    problems(stage, ParallelAgent.of("").agents(echoes(stage, "a")).maxConcurrency(0));
    Graph[] eleven =
        IntStream.range(0, 11).mapToObj(it -> echoes(stage, "a" + it)).toArray(Graph[]::new);
    problems(stage, ParallelAgent.of("many").agents(eleven));
    problems(
        stage,
        ParallelAgent.of("two")
            .agent(agent("a", ScriptedChat.of()).build(), FACTS)
            .agent(agent("b", ScriptedChat.of()).build(), FACTS));
  }

  private static void ownPrompts(Stage stage) {
    ScriptedChat first = ScriptedChat.of(says("of a"));
    ScriptedChat second = ScriptedChat.of(says("of b"));
    Graph b = agent("b", second).prompt("You are b.").build();
    Graph a = agent("a", first).prompt("You are a.").build();
    stage.start(ParallelAgent.of(name(stage)).agents(b, a).build(), INPUT);
    stage.note("a heard", Asked.first(first));
    stage.note("b heard", Asked.first(second));
    stage.note("chat", chat(stage.state()));
  }

  private static void question(Stage stage) {
    Graph x =
        plain(
            stage,
            "x",
            context ->
                Command.update(StateUpdate.of(Map.of("x", context.interrupt(Question.of("x?"))))));
    Merge<String> merge =
        Merge.with(
            String.class,
            results -> {
              stage.called("merge");
              return String.join("|", results.values().stream().map(String::valueOf).toList());
            });
    String name = name(stage);
    Graph flow =
        ParallelAgent.of(name)
            .agents(x, echoes(stage, "y"), echoes(stage, "z"))
            .merge(merge)
            .build();
    stage.start(flow, INPUT).noteCalls();
    stage.answer("x?", "yes").noteCalls();
    stage.note("merged", stage.state().value(name));
  }

  private static LoopAgent loop(Stage stage, String name) {
    return LoopAgent.of(name).agent(echoes(stage, "worker"));
  }

  private static void loops(Stage stage) {
    String name = name(stage);
    List<LoopAgent> loops =
        List.of(
            loop(stage, name + "-three").times(3),
            loop(stage, name + "-none").times(0),
            loop(stage, name + "-never").until(state -> false).atMost(4),
            loop(stage, name + "-atOnce").until(state -> true).atMost(4));
    for (LoopAgent loop : loops) {
      stage.onNewThread();
      Graph flow = loop.build();
      stage.start(flow, INPUT);
      stage.note("turns", stage.state().value("loop." + flow.name()));
      stage.note(
          "chat", chat(stage.state()).stream().map(it -> it.replace(flow.name(), "loop")).toList());
    }
    stage.noteCalls();
    problems(stage, loop(stage, "over").times(1001));
    problems(stage, loop(stage, "unbound").until(state -> true));
  }

  private static void routing(Stage stage) {
    ScriptedChat router =
        ScriptedChat.of(
            says(
                "{\"agents\":[{\"agent\":\"tech\",\"query\":\"q2\"},{\"agent\":\"billing\",\"query\":\"q1\"}]}"),
            says("nobody"),
            says("{\"agents\":[{\"agent\":\"tech\",\"query\":\"q3\"}]}"));
    ScriptedChat merging = ScriptedChat.of(says("both"));
    Graph flow =
        LlmRoutingAgent.of(name(stage), ModelSource.of(router))
            .several(true)
            .agent(echoes(stage, "billing"), "invoices")
            .agent(echoes(stage, "tech"), "errors")
            .merge(Merge.by(ModelSource.of(merging), "One answer."))
            .build();
    stage.start(flow, INPUT);
    stage.note("merged", stage.state().value(flow.name()));
    stage.note("merge heard", Asked.first(merging));
    stage.onNewThread();
    stage.start(flow, INPUT);
    stage.note("merged", stage.state().value(flow.name()));
    stage.note("merge calls", merging.requests().size());
  }

  private static void outputs(Stage stage) {
    problems(stage, ParallelAgent.of("none"));
    Graph[] eleven =
        IntStream.range(0, 11).mapToObj(it -> echoes(stage, "a" + it)).toArray(Graph[]::new);
    problems(stage, ParallelAgent.of("many").agents(eleven));
    problems(
        stage,
        ParallelAgent.of("two").agent(echoes(stage, "a"), FACTS).agent(echoes(stage, "b"), FACTS));
  }

  /** A graph that writes its result, and more than that. */
  private static Graph talkative(Stage stage, String name, Channel<?> more) {
    Map<String, Object> written =
        Map.of(name, name, FACTS.name(), name, more.name(), Map.of("of " + name, "v"));
    return Graph.builder(name)
        .channels(Channel.of(name, String.class), FACTS, more)
        .node(name, stage.counted(context -> Command.update(StateUpdate.of(written))))
        .edge(Graph.START, name)
        .build();
  }

  private static void extraKeys(Stage stage) {
    Channel<Map<String, Object>> more = Channel.merge("more");
    for (boolean added : List.of(false, true)) {
      String name = name(stage) + added;
      ParallelAgent flow =
          ParallelAgent.of(name).agents(talkative(stage, "y", more), talkative(stage, "x", more));
      stage.onNewThread();
      stage.start((added ? flow.channels(FACTS.lastWins(), more) : flow).build(), INPUT);
      Map<String, Object> values = new TreeMap<>(stage.state().values());
      values.keySet().removeAll(List.of(MESSAGES.name(), AgentFlow.TASK.name()));
      stage.note("merged", values.remove(name)).note("others", values);
    }
  }

  /** An agent whose hook notes when its turns begin and end. */
  private static Graph noting(Stage stage, String name, int turns) {
    AgentHook hook =
        new AgentHook() {
          @Override
          public String name() {
            return "notes";
          }

          @Override
          public HookResult beforeAgent(HookContext context) {
            stage.called(name + " before");
            return HookResult.goOn();
          }

          @Override
          public HookResult afterAgent(HookContext context) {
            stage.called(name + " after");
            return HookResult.goOn();
          }
        };
    AiMessage[] said = Stream.generate(() -> says(name)).limit(turns).toArray(AiMessage[]::new);
    return agent(name, ScriptedChat.of(said)).with(hook).build();
  }

  private static void hooks(Stage stage) {
    ScriptedChat router =
        ScriptedChat.of(says("{\"agents\":[{\"agent\":\"chosen\",\"query\":\"q\"}]}"));
    String name = name(stage);
    List<AgentFlow<?>> flows =
        List.of(
            SequentialAgent.of(name + "-one")
                .agents(noting(stage, "first", 1), noting(stage, "second", 1)),
            ParallelAgent.of(name + "-all").agents(noting(stage, "x", 1), noting(stage, "y", 1)),
            LoopAgent.of(name + "-loop").agent(noting(stage, "again", 2)).times(2),
            LlmRoutingAgent.of(name + "-routing", ModelSource.of(router))
                .agent(noting(stage, "chosen", 1), "pens")
                .agent(noting(stage, "passed over", 1), "paper"),
            ConditionalAgent.of(name + "-when")
                .when(state -> true, noting(stage, "when", 1))
                .otherwise(noting(stage, "otherwise", 1)));
    for (AgentFlow<?> flow : flows) {
      stage.onNewThread();
      stage.start(flow.build(), INPUT);
    }
    stage.noteCalls();
  }
}

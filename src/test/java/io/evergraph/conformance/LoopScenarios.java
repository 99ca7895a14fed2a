package io.evergraph.conformance;

import static io.evergraph.agent.ReactAgent.MESSAGES;
import static io.evergraph.llm.ScriptedChat.call;
import static io.evergraph.llm.ScriptedChat.calls;
import static io.evergraph.llm.ScriptedChat.says;

import io.evergraph.agent.ReactAgent;
import io.evergraph.agent.flow.AgentFlow;
import io.evergraph.agent.flow.ExitLoop;
import io.evergraph.agent.flow.LoopAgent;
import io.evergraph.error.InvalidGraphException;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.llm.ScriptedChat;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import io.evergraph.state.StateUpdate;
import java.util.List;
import java.util.Map;

/** Agents that work again and again, as other engines have them. */
final class LoopScenarios {
  private static final Channel<String> WORKER = Channel.of("worker", String.class);
  private static final ListChannel<Integer> ITEMS = ListChannel.append("items", Integer.class);
  private static final ListChannel<String> RESULTS = ListChannel.append("results", String.class);
  private static final StateUpdate INPUT = StateUpdate.of(MESSAGES, Message.user("pens"));

  private LoopScenarios() {}

  static void addTo(Catalogue engines) {
    engines.add("L1", LoopScenarios::counted);
    engines.add("L2", LoopScenarios::conditions);
    engines.add("L3", LoopScenarios::elements);
    engines.add("L11", LoopScenarios::escalation);
  }

  /** An agent that has its task as its result. */
  private static Graph worker(Stage stage) {
    return Graph.builder("worker")
        .channels(WORKER, AgentFlow.TASK)
        .node(
            "worker",
            stage.counted(context -> Command.update(WORKER, context.state().get(AgentFlow.TASK))))
        .edge(Graph.START, "worker")
        .build();
  }

  private static LoopAgent loop(Stage stage, String name) {
    return LoopAgent.of(name + "-" + stage.thread()).agent(worker(stage));
  }

  private static void play(Stage stage, Graph flow, StateUpdate input) {
    stage.onNewThread();
    stage.start(flow, input);
    stage.note("turns", stage.state().value("loop." + flow.name()));
  }

  private static void noteChat(Stage stage, Graph flow) {
    stage.note(
        "chat",
        stage.state().get(MESSAGES).stream()
            .map(it -> it.text().replace(flow.name(), "loop"))
            .toList());
  }

  private static void counted(Stage stage) {
    play(stage, loop(stage, "twice").times(2).build(), INPUT);
    play(stage, loop(stage, "never").times(0).build(), INPUT);
    stage.noteCalls();
    try {
      loop(stage, "over").times(1001).build();
    } catch (InvalidGraphException refused) {
      stage.note("refused", refused.problems());
    }
  }

  private static void conditions(Stage stage) {
    Graph twoAnswers =
        loop(stage, "until").until(state -> state.get(MESSAGES).size() > 2).atMost(5).build();
    play(stage, twoAnswers, INPUT);
    noteChat(stage, twoAnswers);
    Graph capped = loop(stage, "capped").until(state -> false).atMost(2).build();
    play(stage, capped, INPUT);
    noteChat(stage, capped);
  }

  private static void elements(Stage stage) {
    Graph flow = loop(stage, "over").over(ITEMS).collect(RESULTS).build();
    play(stage, flow, INPUT.with(ITEMS, List.of(3, 1, 2)));
    stage.note("results", stage.state().get(RESULTS)).noteCalls();
    stage.onNewThread();
    StateUpdate broken = StateUpdate.of(Map.of("items", "[3, 1"));
    stage.attempt("broken", () -> stage.runtime().start(flow, stage.thread(), broken));
    stage.noteCalls();
  }

  private static void escalation(Stage stage) {
    ScriptedChat model =
        ScriptedChat.of(
            says("more to do"), calls(call("1", "exit_loop", "{}")), says("nothing is left"));
    Graph agent = ReactAgent.of("cycling", ModelSource.of(model)).with(new ExitLoop()).build();
    play(stage, LoopAgent.of("exit-" + stage.thread()).agent(agent).times(5).build(), INPUT);
    stage.note("model calls", model.requests().size());
    play(stage, loop(stage, "most").times(3).build(), INPUT);
  }
}

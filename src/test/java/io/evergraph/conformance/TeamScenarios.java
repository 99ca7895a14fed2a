package io.evergraph.conformance;

import static io.evergraph.agent.ReactAgent.MESSAGES;
import static io.evergraph.llm.ScriptedChat.call;
import static io.evergraph.llm.ScriptedChat.calls;
import static io.evergraph.llm.ScriptedChat.says;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import io.evergraph.agent.ReactAgent;
import io.evergraph.agent.team.Handoff;
import io.evergraph.agent.team.OutputMode;
import io.evergraph.agent.team.Supervisor;
import io.evergraph.agent.team.Swarm;
import io.evergraph.graph.Graph;
import io.evergraph.llm.ScriptedChat;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.Messages;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.llm.tool.Toolset;
import io.evergraph.state.StateUpdate;
import java.util.List;

/** Teams of agents: supervisors and swarms. */
final class TeamScenarios {
  private TeamScenarios() {}

  static void addTo(Catalogue agents) {
    agents.add("S-01", TeamScenarios::outputs);
    agents.add("S-02", TeamScenarios::twoTransfers);
    agents.add("S-03", TeamScenarios::toolBesideHandoff);
    agents.add("S-04", TeamScenarios::activeAgentLasts);
  }

  private static ReactAgent agent(String name, ScriptedChat model) {
    return ReactAgent.of(name, ModelSource.of(model));
  }

  private static Toolset adds(Stage stage) {
    return Toolset.of(
        ToolSpecification.builder().name("add").build(),
        (call, context) -> {
          stage.called("add");
          return "3";
        });
  }

  private static AiMessage to(String id, String agent) {
    return calls(call(id, "transfer_to_" + agent, "{}"));
  }

  private static void say(Stage stage, Graph graph, String text) {
    stage.start(graph, StateUpdate.of(MESSAGES, Message.user(text)));
    List<Message> chat = stage.state().get(MESSAGES);
    stage.note("chat", chat.stream().map(Message::text).toList());
    stage.note("valid chat", Messages.paired(chat).equals(chat));
  }

  private static boolean wasTold(ScriptedChat model, String text) {
    return model.requests().get(0).messages().toString().contains(text);
  }

  private static void outputs(Stage stage) {
    for (OutputMode mode : OutputMode.values()) {
      stage.onNewThread();
      ScriptedChat reader = ScriptedChat.of(calls(call("a", "add", "{}")), says("found"));
      ScriptedChat writer = ScriptedChat.of(calls(call("b", "add", "{}")), says("wrote"));
      ScriptedChat model = ScriptedChat.of(to("1", "r"), to("2", "w"), says("done"));
      Graph org =
          Supervisor.of("org-" + stage.thread(), ModelSource.of(model))
              .worker(agent("r", reader).tools(adds(stage)).build())
              .worker(agent("w", writer).tools(adds(stage)).build())
              .output(mode)
              .build();
      say(stage, org, "Hi");
      stage.note("w was told", wasTold(writer, "found"));
    }
  }

  private static void twoTransfers(Stage stage) {
    ScriptedChat reader = ScriptedChat.of(says("found"));
    ScriptedChat writer = ScriptedChat.of(says("wrote"));
    ScriptedChat model =
        ScriptedChat.of(
            calls(call("1", "transfer_to_r", "{}"), call("2", "transfer_to_w", "{}")),
            says("done"));
    Graph org =
        Supervisor.of("org-" + stage.thread(), ModelSource.of(model))
            .worker(agent("r", reader).build())
            .worker(agent("w", writer).build())
            .build();
    say(stage, org, "Hi");
    stage.note(
        "saw both", List.of(wasTold(reader, "transfer_to_w"), wasTold(writer, "transfer_to_r")));
    stage.note("supervisor asked", model.requests().size());
  }

  private static Graph swarm(Stage stage, String name, ScriptedChat alice, ScriptedChat bob) {
    return Swarm.of(name + stage.thread())
        .agents(
            agent("alice", alice).tools(adds(stage)).with(Handoff.to("bob")).build(),
            agent("bob", bob).with(Handoff.to("alice")).build())
        .build();
  }

  private static void toolBesideHandoff(Stage stage) {
    ScriptedChat bob = ScriptedChat.of(says("bob here"));
    AiMessage both = calls(call("1", "add", "{}"), call("2", "transfer_to_bob", "{}"));
    say(stage, swarm(stage, "swarm-", ScriptedChat.of(both), bob), "Hi");
    stage.note("bob was told", wasTold(bob, "text = \"3\""));
    stage.noteCalls();
  }

  private static void activeAgentLasts(Stage stage) {
    ScriptedChat alice = ScriptedChat.of(to("1", "bob"), to("2", "bob"));
    ScriptedChat bob = ScriptedChat.of(says("one"), says("two"), says("one"), says("two"));
    Graph alone = swarm(stage, "swarm-", alice, bob);
    say(stage, alone, "Hi");
    say(stage, alone, "And?");
    stage.onNewThread();
    Graph larger =
        Graph.builder("larger-" + stage.thread())
            .channels(MESSAGES, Swarm.ACTIVE_AGENT)
            .subgraph("team", alone)
            .edge(Graph.START, "team")
            .build();
    say(stage, larger, "Hi");
    say(stage, larger, "And?");
    stage.note("alice asked", alice.requests().size());
  }
}

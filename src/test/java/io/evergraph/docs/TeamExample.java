package io.evergraph.docs;

import dev.langchain4j.model.chat.ChatModel;
import io.evergraph.agent.ReactAgent;
import io.evergraph.agent.team.Handoff;
import io.evergraph.agent.team.OutputMode;
import io.evergraph.agent.team.Supervisor;
import io.evergraph.agent.team.Swarm;
import io.evergraph.graph.Graph;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.llm.tool.Toolset;

/** The code of the page on teams. */
final class TeamExample {
  private TeamExample() {}

  static Graph asTools(ChatModel model, Graph research, Graph math) {
    // begin tools
    Graph desk =
        ReactAgent.of("desk", ModelSource.of(model))
            .tools(Toolset.agent(research, "Finds sources").and(Toolset.agent(math, "Computes")))
            .approve("math")
            .build();
    // end tools
    return desk;
  }

  static Graph supervisor(ChatModel model, Graph research, Graph writer) {
    // begin supervisor
    Graph org =
        Supervisor.of("org", ModelSource.of(model))
            .worker(research, "Finds sources")
            .worker(writer, "Writes the text")
            .output(OutputMode.LAST_MESSAGE)
            .maxHandoffs(12)
            .build();
    // end supervisor
    return org;
  }

  static Graph swarm(ChatModel model) {
    // begin swarm
    ModelSource source = ModelSource.of(model);
    Graph sales = ReactAgent.of("sales", source).with(Handoff.to("support")).build();
    Graph support = ReactAgent.of("support", source).with(Handoff.to("sales")).build();
    Graph shop = Swarm.of("shop").agents(sales, support).starts("sales").maxHops(8).build();
    // end swarm
    return shop;
  }
}

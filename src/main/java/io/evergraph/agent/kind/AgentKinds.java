package io.evergraph.agent.kind;

import io.evergraph.agent.flow.ConditionalAgent;
import io.evergraph.agent.flow.LlmRoutingAgent;
import io.evergraph.agent.flow.LoopAgent;
import io.evergraph.agent.flow.ParallelAgent;
import io.evergraph.agent.flow.SequentialAgent;
import io.evergraph.agent.team.Supervisor;
import io.evergraph.agent.team.Swarm;
import io.evergraph.graph.BindingRegistry;
import io.evergraph.graph.FlowKind;
import io.evergraph.llm.message.Message;
import java.util.List;

/** The kinds of flows and teams of Evergraph. */
public final class AgentKinds {
  /** All of them. */
  public static final List<FlowKind> ALL =
      List.of(
          SequentialAgent.KIND,
          ParallelAgent.KIND,
          LoopAgent.KIND,
          LlmRoutingAgent.KIND,
          ConditionalAgent.KIND,
          Supervisor.KIND,
          Swarm.KIND);

  private AgentKinds() {}

  /** Adds the kinds, and the type {@code Message} of chats, to what texts may name. */
  public static BindingRegistry addTo(BindingRegistry names) {
    ALL.forEach(names::flow);
    return names.type("Message", Message.class);
  }
}

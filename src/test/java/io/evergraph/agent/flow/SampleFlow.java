package io.evergraph.agent.flow;

import static io.evergraph.agent.ReactAgent.MESSAGES;

import io.evergraph.agent.ReactAgent;
import io.evergraph.agent.team.Handoff;
import io.evergraph.agent.team.Supervisor;
import io.evergraph.agent.team.Swarm;
import io.evergraph.graph.Graph;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.tool.Toolset;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import io.evergraph.state.StateUpdate;
import java.util.List;

/** A flow or team of each kind. */
public enum SampleFlow {
  /** The second agent has its prompt from what the first one found. */
  SEQUENTIAL("b", "a", "b") {
    @Override
    public Graph of(String name, SampleAgents agents) {
      Graph b = agents.agent("b").channels(FACTS).prompt("Use {facts}.").build();
      return SequentialAgent.of(name).agent(agents.built("a"), FACTS).agents(b).build();
    }
  },
  /** Three agents side by side. */
  PARALLEL("y", "x", "y", "z") {
    @Override
    public Graph of(String name, SampleAgents agents) {
      return ParallelAgent.of(name)
          .agents(agents.built("x"), agents.built("y"), agents.built("z"))
          .merge(agents.merge())
          .build();
    }
  },
  /** Three turns. */
  LOOP_BY_TIMES("editor", "editor") {
    @Override
    public Graph of(String name, SampleAgents agents) {
      return LoopAgent.of(name).agent(agents.built("editor")).times(TURNS).build();
    }

    @Override
    public int turns() {
      return TURNS;
    }
  },
  /** A flow of two agents, again and again until it has run twice. */
  LOOP_UNTIL("judge", "writer", "judge") {
    @Override
    public Graph of(String name, SampleAgents agents) {
      Channel<Integer> turns = Channel.of("loop." + name, Integer.class);
      return LoopAgent.of(name)
          .agent(
              SequentialAgent.of("attempt")
                  .agents(agents.built("writer"), agents.built("judge"))
                  .build())
          .until(state -> state.get(turns) == turns())
          .atMost(TURNS + turns())
          .build();
    }

    @Override
    public int turns() {
      return 2;
    }
  },
  /** Three elements, two at once. */
  LOOP_OVER("worker", "worker") {
    @Override
    public Graph of(String name, SampleAgents agents) {
      return LoopAgent.of(name)
          .agent(agents.built("worker"))
          .over(ITEMS, 2)
          .collect(RESULTS)
          .build();
    }

    @Override
    public StateUpdate input() {
      return super.input().with(ITEMS, List.of("1", "2", "3"));
    }

    @Override
    public int turns() {
      return TURNS;
    }
  },
  /** Two agents that a model has chosen. */
  ROUTING("tech", "billing", "tech") {
    @Override
    public Graph of(String name, SampleAgents agents) {
      String both =
          "{\"agents\":[{\"agent\":\"billing\",\"query\":\"q1\"},"
              + "{\"agent\":\"tech\",\"query\":\"q2\"}]}";
      return LlmRoutingAgent.of(name, agents.saying("router", both))
          .several(true)
          .agent(agents.built("billing"), "invoices")
          .agent(agents.built("tech"), "errors")
          .merge(agents.merge())
          .build();
    }
  },
  /** The agent that a condition chooses. */
  CONDITIONAL("gold", "gold") {
    @Override
    public Graph of(String name, SampleAgents agents) {
      return ConditionalAgent.of(name)
          .when(state -> true, agents.built("gold"))
          .otherwise(agents.built("others"))
          .build();
    }
  },
  /** The worker that a supervisor calls. */
  SUPERVISOR("r", "r") {
    @Override
    public Graph of(String name, SampleAgents agents) {
      return Supervisor.of(name, agents.calling("supervisor", "transfer_to_r", "{}"))
          .worker(agents.built("r"))
          .build();
    }
  },
  /** The agent that another one hands over to. */
  SWARM("bob", "bob") {
    @Override
    public Graph of(String name, SampleAgents agents) {
      Graph alice =
          ReactAgent.of("alice", agents.calling("alice", "transfer_to_bob", "{}"))
              .with(Handoff.to("bob"))
              .build();
      return Swarm.of(name).agents(alice, agents.built("bob")).build();
    }
  },
  /** The agent that a model calls like a tool. */
  AGENT_AS_TOOL("inner", "inner") {
    @Override
    public Graph of(String name, SampleAgents agents) {
      return ReactAgent.of(name, agents.calling("outer", "inner", "{\"task\":\"t\"}"))
          .tools(Toolset.agent(agents.built("inner"), "looks"))
          .build();
    }
  };

  /** What the loop over a list works on. */
  public static final ListChannel<String> ITEMS = ListChannel.append("items", String.class);

  private static final int TURNS = 3;
  private static final Channel<String> FACTS = Channel.of("facts", String.class);
  private static final ListChannel<String> RESULTS = ListChannel.append("results", String.class);

  private final String last;
  private final List<String> looking;

  SampleFlow(String last, String... looking) {
    this.last = last;
    this.looking = List.of(looking);
  }

  /** Returns the flow under a name. */
  public abstract Graph of(String name, SampleAgents agents);

  /** Returns the input that a user gives. */
  public StateUpdate input() {
    return StateUpdate.of(MESSAGES, Message.user("Hi").withId("u"));
  }

  /** Returns the agent that is last in the order of the flow. */
  public String last() {
    return last;
  }

  /** Returns the agents that look, in the order of the flow. */
  public List<String> looking() {
    return looking;
  }

  /** Returns how often each of them does its work. */
  public int turns() {
    return 1;
  }

  /** Returns whether some of their work is done at the same time. */
  public boolean isSideBySide() {
    return this == PARALLEL || this == LOOP_OVER || this == ROUTING;
  }
}

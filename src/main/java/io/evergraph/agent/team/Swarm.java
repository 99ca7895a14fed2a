package io.evergraph.agent.team;

import io.evergraph.agent.ReactAgent;
import io.evergraph.graph.Command;
import io.evergraph.graph.FlowFields;
import io.evergraph.graph.FlowKind;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.NodeContext;
import io.evergraph.llm.limit.TotalUsage;
import io.evergraph.llm.message.Message;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;

/**
 * Agents that share a chat and hand it over to each other ({@link Handoff}): one is active at a
 * time, answers, and is still active in the next turn of the thread.
 *
 * <p>The graph has a node {@code route} that goes to the active agent, and a subgraph node for each
 * agent, by the name of its graph. Inside of a larger graph the active agent is kept where that one
 * declares {@link #ACTIVE_AGENT}, or keeps the swarm per thread.
 */
public final class Swarm {
  /** The kind {@code swarm} of texts, with {@code agents, starts, maxHops}. */
  public static final FlowKind KIND = FlowKind.of("swarm", Swarm::of);

  /** The name of the agent that the user talks to. */
  public static final Channel<String> ACTIVE_AGENT = Channel.of("active_agent", String.class);

  /** How often a chat is handed over in a turn, unless the swarm says otherwise. */
  public static final int DEFAULT_HOPS = 8;

  private static final String ROUTE = "route";

  private final String name;
  private final Map<String, Graph> agents = new LinkedHashMap<>();
  private String version = "1";
  private String starts = "";
  private int maxHops = DEFAULT_HOPS;

  private Swarm(String name) {
    this.name = name;
  }

  /** Begins a swarm; its graph has this name. */
  public static Swarm of(String name) {
    return new Swarm(name);
  }

  private static Graph of(FlowFields fields) {
    Swarm team = of(fields.name());
    TeamText.agents(fields).forEach((agent, at) -> team.agents(agent));
    fields.text("version").ifPresent(team::version);
    fields.text("starts").ifPresent(team::starts);
    fields.number("maxHops").ifPresent(team::maxHops);
    return team.build();
  }

  /** Adds agents: graphs with a chat in the channel {@code messages}, known by their names. */
  public Swarm agents(Graph... more) {
    Arrays.asList(more).forEach(agent -> Team.add(agent, agents, ROUTE));
    return this;
  }

  /** Sets the version of the graph, "1" by default. */
  public Swarm version(String number) {
    this.version = number;
    return this;
  }

  /** Sets the agent that is active in the beginning; the first one by default. */
  public Swarm starts(String agent) {
    this.starts = agent;
    return this;
  }

  /**
   * Sets how often the chat is handed over in a turn, {@value #DEFAULT_HOPS} by default; then the
   * turn ends with a message that says so.
   */
  public Swarm maxHops(int limit) {
    this.maxHops = Hops.bounded(limit);
    return this;
  }

  /**
   * Returns the graph.
   *
   * @throws IllegalArgumentException when there are fewer than two agents, or none of the name that
   *     starts
   */
  public Graph build() {
    if (agents.size() < 2) {
      throw new IllegalArgumentException(
          "Expected at least 2 agents in swarm '%s' but found %s."
              .formatted(name, agents.keySet()));
    }
    String first = starts.isEmpty() ? agents.keySet().iterator().next() : starts;
    Team.requireKnown(first, agents);
    Map<String, Graph> members = Map.copyOf(agents);
    int limit = maxHops;
    GraphBuilder graph =
        TotalUsage.hiddenIn(Graph.builder(name).version(version))
            .channels(ReactAgent.MESSAGES, ACTIVE_AGENT, Hops.CHANNEL)
            .hidden(Hops.CHANNEL)
            .maxSteps(ReactAgent.MAX_STEPS)
            .node(ROUTE, context -> route(context, first, members, limit), Team.LOCAL)
            .edge(Graph.START, ROUTE)
            .ends(ROUTE, agents.keySet().toArray(String[]::new))
            .ends(ROUTE, Graph.END);
    agents.forEach(
        (agent, inner) ->
            graph
                .subgraph(agent, inner, Team.sharing(inner, ReactAgent.MESSAGES, ACTIVE_AGENT))
                .onInput(inner::taken)
                .edge(agent, ROUTE));
    return graph.build();
  }

  private static Command route(
      NodeContext context, String first, Map<String, Graph> agents, int limit) {
    String active = context.state().find(ACTIVE_AGENT).orElse(first);
    Hops hops = Hops.in(context);
    if (active.equals(hops.agent())) {
      return hops.ended();
    }
    boolean isHop = !hops.agent().isEmpty();
    boolean isLost = isHop && !agents.containsKey(active);
    String next = isLost ? hops.agent() : active;
    Team.requireKnown(next, agents);
    StateUpdate to = StateUpdate.of(ACTIVE_AGENT, next);
    if (isHop && hops.count() == limit) {
      Command ended = hops.tooMany(limit);
      return new Command(ended.update().and(to), ended.routes());
    }
    StateUpdate told = isLost ? to.with(ReactAgent.MESSAGES, unknown(active, agents)) : to;
    return Command.update(hops.to(next, isHop ? 1 : 0).written().and(told)).thenGoTo(next);
  }

  /** The agent that has handed the chat to nobody may do otherwise. */
  private static Message unknown(String agent, Map<String, Graph> agents) {
    return Message.user(
            "There is no agent '%s' to hand this over to. There are %s; choose another one, or answer yourself."
                .formatted(agent, new TreeSet<>(agents.keySet())))
        .withMetadata(Message.SOURCE, ROUTE);
  }
}

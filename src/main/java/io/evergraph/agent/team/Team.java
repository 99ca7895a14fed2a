package io.evergraph.agent.team;

import io.evergraph.agent.ReactAgent;
import io.evergraph.graph.Embedding;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.StateShape;
import io.evergraph.llm.limit.TotalUsage;
import io.evergraph.state.Channel;
import java.util.Map;
import java.util.Set;

/** What supervisors and swarms do alike. */
final class Team {
  static final NodePolicy LOCAL = NodePolicy.builder().local().build();

  private Team() {}

  static void add(Graph agent, Map<String, Graph> agents, String... taken) {
    if (!agent.schema().knows(ReactAgent.MESSAGES.name())) {
      throw new IllegalArgumentException(
          "Expected agent '%s' to have a chat in a channel 'messages' but found the channels %s."
              .formatted(agent.name(), agent.schema().channels().keySet()));
    }
    if (Set.of(taken).contains(agent.name()) || agents.put(agent.name(), agent) != null) {
      throw new IllegalArgumentException(
          "Expected agents of different names, other than %s, but found '%s' again."
              .formatted(Set.of(taken), agent.name()));
    }
  }

  /**
   * Returns how an agent stands in a team: it shares channels by their names, and passes on what it
   * has used.
   */
  static Embedding sharing(Graph agent, Channel<?>... channels) {
    Embedding shared = Embedding.DEFAULT;
    for (Channel<?> channel : channels) {
      shared = agent.schema().knows(channel.name()) ? sharing(shared, agent, channel) : shared;
    }
    return TotalUsage.passedOn(shared, agent);
  }

  private static <T> Embedding sharing(Embedding others, Graph agent, Channel<T> channel) {
    StateShape shape = agent.spec().shape();
    Embedding in = shape.accepts(channel.name()) ? others.input(channel, channel) : others;
    return shape.returns(channel.name()) ? in.output(channel, channel) : in;
  }

  static void requireKnown(String agent, Map<String, Graph> agents) {
    if (!agents.containsKey(agent)) {
      throw new IllegalArgumentException(
          "Expected one of the agents %s but found '%s'. Handoffs name agents of their own swarm."
              .formatted(agents.keySet(), agent));
    }
  }
}

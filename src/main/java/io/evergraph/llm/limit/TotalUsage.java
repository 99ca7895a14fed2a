package io.evergraph.llm.limit;

import io.evergraph.graph.Command;
import io.evergraph.graph.Embedding;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.state.Channel;
import io.evergraph.state.State;
import io.evergraph.state.StateUpdate;
import io.evergraph.state.Write;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the agents of a graph have used on its thread: its own, and those in its subgraphs at any
 * depth. Each model call adds to it; a subgraph that has come to its end gives the graph around it
 * what its call has added, so that nothing counts twice where the subgraph remembers.
 *
 * <p>Agents, flows and teams have these channels, hidden. A graph of your own has them where it
 * declares them, and an agent in it passes them on by {@link #passedOn(Embedding, Graph)}.
 */
public final class TotalUsage {
  /** The tokens that models reported. */
  public static final Channel<Long> TOKENS = Channel.sum("agent.tokens", Long.class);

  /** What they cost at the price of each agent's own limits, in millionths. */
  public static final Channel<Long> COST = Channel.sum("agent.cost", Long.class);

  private TotalUsage() {}

  /** Declares the channels in a graph, for nobody outside to see. */
  public static GraphBuilder hiddenIn(GraphBuilder graph) {
    return graph.channels(TOKENS, COST).hidden(TOKENS, COST);
  }

  /**
   * Returns an embedding by which a graph passes on what its agents use, to one that declares the
   * channels; the same embedding where it has no agents. Name all other channels that pass.
   *
   * @param inner the graph that is embedded
   */
  public static Embedding passedOn(Embedding embedding, Graph inner) {
    Map<String, Channel<?>> within = inner.schema().channels();
    Embedding more = embedding;
    for (Channel<Long> channel : List.of(TOKENS, COST)) {
      if (channel.equals(within.get(channel.name()))) {
        more = more.output(channel, channel);
      }
    }
    return more;
  }

  /** Returns whether the graph of a state has the channels. */
  public static boolean isIn(State state) {
    return state.has(TOKENS.name());
  }

  /** Returns what a model call adds; nothing where the graph of the state has no such channels. */
  public static StateUpdate added(State state, long tokens, long cost) {
    return isIn(state) ? added(TOKENS, tokens).and(added(COST, cost)) : StateUpdate.empty();
  }

  /**
   * Returns a result that is kept without what its own task has used.
   *
   * @param kept of a task in the graph of an agent
   */
  public static Command unused(Command kept) {
    Set<String> usage = Set.of(AgentUsage.CHANNEL.name(), TOKENS.name(), COST.name());
    List<Write> others =
        kept.update().writes().stream().filter(it -> !usage.contains(it.channel())).toList();
    return new Command(new StateUpdate(others), kept.routes(), kept.scope());
  }

  private static StateUpdate added(Channel<Long> channel, long amount) {
    return amount == 0 ? StateUpdate.empty() : StateUpdate.of(channel, amount);
  }
}

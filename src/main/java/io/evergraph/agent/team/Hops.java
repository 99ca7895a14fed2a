package io.evergraph.agent.team;

import io.evergraph.agent.ReactAgent;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeContext;
import io.evergraph.llm.message.Message;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;

/**
 * How often a chat was passed on in a turn.
 *
 * @param turn the run that the input of the turn began
 * @param agent who has the chat; empty while no call of the team is in progress
 * @param count how often it was passed on
 */
record Hops(String turn, String agent, int count) {
  static final Channel<Hops> CHANNEL = Channel.of("team.hops", Hops.class);

  /** Returns what is counted in the turn in progress. */
  static Hops in(NodeContext context) {
    String turn = context.turnId();
    return context
        .state()
        .find(CHANNEL)
        .filter(it -> it.turn.equals(turn))
        .orElse(new Hops(turn, "", 0));
  }

  Hops to(String next, int more) {
    return new Hops(turn, next, count + more);
  }

  StateUpdate written() {
    return StateUpdate.of(CHANNEL, this);
  }

  /** Ends a call of the team, which may be called again in the turn. */
  Command ended() {
    return Command.update(to("", 0).written()).thenGoTo(Graph.END);
  }

  /** Ends a call of the team with the message that the chat was passed on too often. */
  Command tooMany(int limit) {
    StateUpdate told = StateUpdate.of(ReactAgent.MESSAGES, told(limit));
    return Command.update(to("", 0).written().and(told)).thenGoTo(Graph.END);
  }

  private static Message told(int limit) {
    return Message.assistant("The limit of %d handoffs in a turn is reached.".formatted(limit))
        .withMetadata(Message.SOURCE, "limit");
  }

  static int bounded(int limit) {
    if (limit < 1) {
      throw new IllegalArgumentException(
          "Expected at least 1 handoff in a turn but found " + limit + ".");
    }
    return limit;
  }
}

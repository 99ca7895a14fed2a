package io.evergraph.agent.team;

import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.Messages;
import io.evergraph.state.Channel;
import io.evergraph.state.State;
import io.evergraph.state.StateUpdate;
import java.util.List;

/**
 * How often a chat was passed on in a turn.
 *
 * @param turn the id of the message that began the turn
 * @param agent who had the chat last; empty for nobody
 * @param count how often it was passed on
 */
record Hops(String turn, String agent, int count) {
  static final Channel<Hops> CHANNEL = Channel.of("team.hops", Hops.class);

  /** Returns what is counted in the turn in progress. */
  static Hops in(State state, List<Message> chat) {
    String turn = Messages.turn(chat);
    return state.find(CHANNEL).filter(it -> it.turn.equals(turn)).orElse(new Hops(turn, "", 0));
  }

  Hops to(String next, int more) {
    return new Hops(turn, next, count + more);
  }

  StateUpdate written() {
    return StateUpdate.of(CHANNEL, this);
  }

  /** Returns the message that ends a turn in which the chat was passed on too often. */
  static Message tooMany(int limit) {
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

package io.evergraph.agent.team;

import io.evergraph.agent.ReactAgent;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeContext;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.Messages;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import java.util.List;
import java.util.Objects;

/**
 * How often a chat was passed on in a turn.
 *
 * @param turn the run that the input of the turn began
 * @param call the id of the user message that the call of the team answers; empty where nobody
 *     knows
 * @param agent who has the chat; empty while no call of the team is in progress
 * @param count how often it was passed on
 */
record Hops(String turn, String call, String agent, int count) {
  static final Channel<Hops> CHANNEL = Channel.of("team.hops", Hops.class);

  Hops {
    call = Objects.requireNonNullElse(call, "");
  }

  /** Returns what is counted in the turn in progress. */
  static Hops in(NodeContext context) {
    String turn = context.turnId();
    String call = call(context.state().find(ReactAgent.MESSAGES).orElse(List.of()));
    return context
        .state()
        .find(CHANNEL)
        .filter(it -> it.turn.equals(turn))
        .map(it -> it.in(call))
        .orElse(new Hops(turn, call, "", 0));
  }

  private static String call(List<Message> chat) {
    for (int i = chat.size() - 1; i >= 0; i--) {
      if (Messages.isOfUser(chat.get(i))) {
        return chat.get(i).id();
      }
    }
    return "";
  }

  /** A call that fails cannot say that nobody has the chat any more. */
  private Hops in(String other) {
    return call.isEmpty() || call.equals(other) ? this : new Hops(turn, other, "", count);
  }

  Hops to(String next, int more) {
    return new Hops(turn, call, next, count + more);
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
        .withMetadata(Message.SOURCE, Message.LIMIT);
  }

  static int bounded(int limit) {
    if (limit < 1) {
      throw new IllegalArgumentException(
          "Expected at least 1 handoff in a turn but found " + limit + ".");
    }
    return limit;
  }
}

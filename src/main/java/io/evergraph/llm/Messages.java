package io.evergraph.llm;

import io.evergraph.state.ListChannel;
import io.evergraph.state.State;
import java.util.List;
import java.util.Optional;

/** Channels of chat messages. */
public final class Messages {
  private Messages() {}

  /**
   * Returns a channel of messages: new ones are appended, a message of a known id takes the place
   * of the one before, a removal takes it out.
   */
  public static ListChannel<Message> channel(String name) {
    return ListChannel.byId(name, Message.class);
  }

  static Optional<Message.Assistant> lastCaller(State state, ListChannel<Message> channel) {
    List<Message> messages = state.find(channel).orElse(List.of());
    return !messages.isEmpty()
            && messages.get(messages.size() - 1) instanceof Message.Assistant last
            && !last.toolCalls().isEmpty()
        ? Optional.of(last)
        : Optional.empty();
  }

  /** Returns the id of the user message that began the turn in progress; empty before any. */
  static String turn(List<Message> chat) {
    for (int i = chat.size() - 1; i >= 0; i--) {
      if (chat.get(i) instanceof Message.User user) {
        return user.id();
      }
    }
    return "";
  }
}

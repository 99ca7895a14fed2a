package io.evergraph.demo.airline;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A recorded conversation between a customer and the airline agent.
 *
 * <p>The position of a message is its index in {@code messages}, from 0: the number of messages
 * before it, not counting system messages.
 *
 * @param id what names the conversation within its file; never blank
 * @param reward how well the agent did, 0 to 1, or null where nobody judged it
 */
public record Conversation(String id, @Nullable Double reward, List<RecordedMessage> messages) {

  /**
   * Copies the messages.
   *
   * @throws IllegalArgumentException if the id is blank or there is no message
   */
  public Conversation {
    messages = List.copyOf(messages);
    if (id.isBlank()) {
      throw new IllegalArgumentException("A conversation needs an id, but it is blank");
    }
    if (messages.isEmpty()) {
      throw new IllegalArgumentException(
          "Conversation " + id + " has no messages: record at least one");
    }
  }

  /** Returns how many messages are from the model. */
  public int modelAnswers() {
    return (int) messages.stream().filter(RecordedMessage.Assistant.class::isInstance).count();
  }

  /** Returns whether an agent asks the model once more after the last recorded message. */
  public boolean endsOpen() {
    return !(messages.get(messages.size() - 1) instanceof RecordedMessage.Assistant);
  }
}

package io.evergraph.demo.airline;

import io.evergraph.demo.airline.RecordedMessage.Assistant;
import io.evergraph.demo.airline.RecordedMessage.RecordedCall;
import io.evergraph.demo.airline.RecordedMessage.Tool;
import io.evergraph.demo.airline.RecordedMessage.User;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** Conversations that the tests replay. */
final class Recordings {

  private static final List<Conversation> ALL = load();

  private Recordings() {}

  /** All 140 recorded conversations. */
  static List<Conversation> all() {
    return ALL;
  }

  /** One recorded conversation. */
  static Conversation named(String id) {
    return ALL.stream()
        .filter(conversation -> conversation.id().equals(id))
        .findFirst()
        .orElseThrow();
  }

  /**
   * A made-up conversation in which the model makes two calls at once, both with the same id, and
   * says something.
   */
  static Conversation parallel() {
    return new Conversation(
        "parallel calls/1",
        null,
        List.of(
            new User("How late is it in Paris and in Tokyo? 🛫"),
            new Assistant(
                "Let me see.",
                List.of(
                    new RecordedCall("same", "clock", "{\"city\": \"Paris\"}"),
                    new RecordedCall("same", "clock", "{\"city\":\"T\\u014dkyō 東京 🗼\"}"))),
            new Tool("same", "clock", "21:00"),
            new Tool("same", "clock", ""),
            new Assistant("It is 21:00 in Paris.", List.of()),
            new User("Thanks.")));
  }

  static List<String> userTurns(Conversation conversation) {
    return conversation.messages().stream()
        .filter(RecordedMessage.User.class::isInstance)
        .map(RecordedMessage::content)
        .toList();
  }

  private static List<Conversation> load() {
    try {
      return ConversationFile.resource("airline/conversations.jsonl");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

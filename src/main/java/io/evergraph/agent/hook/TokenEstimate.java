package io.evergraph.agent.hook;

import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.ToolCall;
import java.util.List;

/** Estimates tokens without a tokenizer: four characters are one, a message costs three more. */
final class TokenEstimate {
  static final int CHARACTERS = 4;
  private static final int PER_MESSAGE = 3;

  private TokenEstimate() {}

  static long of(List<Message> chat) {
    return chat.stream().mapToLong(TokenEstimate::of).sum();
  }

  private static long of(Message message) {
    long characters = message.text().length();
    if (message instanceof Message.Assistant caller) {
      for (ToolCall call : caller.toolCalls()) {
        characters += call.name().length() + call.arguments().length();
      }
    }
    return PER_MESSAGE + (characters + CHARACTERS - 1) / CHARACTERS;
  }
}

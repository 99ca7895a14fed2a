package io.evergraph.agent.hook;

import dev.langchain4j.agent.tool.ToolSpecification;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.ToolCall;
import io.evergraph.llm.model.ModelRequest;
import java.util.List;

/** Estimates tokens without a tokenizer: four characters are one, a message costs three more. */
final class TokenEstimate {
  static final int CHARACTERS = 4;
  private static final int PER_MESSAGE = 3;

  private TokenEstimate() {}

  static long of(List<Message> chat) {
    return chat.stream().mapToLong(TokenEstimate::of).sum();
  }

  static long of(ModelRequest request) {
    long around = request.prompt().length();
    for (ToolSpecification tool : request.tools()) {
      around += tool.toString().length();
    }
    return of(request.messages()) + tokens(around);
  }

  private static long of(Message message) {
    long characters = message.text().length();
    if (message instanceof Message.Assistant caller) {
      for (ToolCall call : caller.toolCalls()) {
        characters += call.name().length() + call.arguments().length();
      }
    }
    return PER_MESSAGE + tokens(characters);
  }

  private static long tokens(long characters) {
    return (characters + CHARACTERS - 1) / CHARACTERS;
  }
}

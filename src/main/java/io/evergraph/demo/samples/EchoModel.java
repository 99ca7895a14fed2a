package io.evergraph.demo.samples;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.util.List;

/** A model without a provider: repeats the last message. */
final class EchoModel implements ChatModel {
  private static final String PREFIX = "echo: ";

  @Override
  public ChatResponse doChat(ChatRequest request) {
    List<ChatMessage> messages = request.messages();
    String answer = PREFIX + text(messages.get(messages.size() - 1));
    return ChatResponse.builder().aiMessage(AiMessage.from(answer)).build();
  }

  private static String text(ChatMessage message) {
    return switch (message.type()) {
      case USER -> ((UserMessage) message).singleText();
      case AI -> ((AiMessage) message).text();
      case SYSTEM -> ((SystemMessage) message).text();
      case TOOL_EXECUTION_RESULT -> ((ToolExecutionResultMessage) message).text();
      case CUSTOM -> "";
    };
  }
}

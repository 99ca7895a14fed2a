package io.evergraph.llm;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import io.evergraph.graph.ContentHash;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Translates messages to those of LangChain4j, and a model's answer back. */
final class ChatMessages {
  private ChatMessages() {}

  static ChatMessage of(Message message) {
    return message.match(
        user -> UserMessage.from(user.text()),
        instruction -> SystemMessage.from(instruction.text()),
        ChatMessages::assistant,
        ChatMessages::tool);
  }

  static Message.Assistant answer(AiMessage answer, String origin) {
    List<ToolCall> calls = new ArrayList<>();
    for (ToolExecutionRequest request : answer.toolExecutionRequests()) {
      String id =
          Optional.ofNullable(request.id())
              .orElseGet(() -> "call_" + ContentHash.hex(origin, calls.size()));
      calls.add(new ToolCall(id, request.name(), orEmpty(request.arguments())));
    }
    return new Message.Assistant("", orEmpty(answer.text()), calls);
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }

  private static ChatMessage assistant(Message.Assistant it) {
    return AiMessage.builder()
        .text(it.text())
        .toolExecutionRequests(it.toolCalls().stream().map(ChatMessages::request).toList())
        .build();
  }

  private static ToolExecutionRequest request(ToolCall call) {
    return ToolExecutionRequest.builder()
        .id(call.id())
        .name(call.name())
        .arguments(call.arguments())
        .build();
  }

  private static ChatMessage tool(Message.Tool it) {
    return ToolExecutionResultMessage.builder()
        .id(it.callId())
        .toolName(it.name())
        .text(it.text())
        .isError(it.outcome() == Message.Outcome.ERROR)
        .build();
  }
}

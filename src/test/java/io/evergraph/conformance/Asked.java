package io.evergraph.conformance;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import io.evergraph.llm.ScriptedChat;
import java.util.List;
import java.util.Objects;

/** The words of what models were asked. */
final class Asked {
  private Asked() {}

  /** The texts of the first request, in order; a message without words is empty. */
  static List<String> first(ScriptedChat model) {
    return model.requests().get(0).messages().stream().map(Asked::text).toList();
  }

  private static String text(ChatMessage message) {
    if (message instanceof SystemMessage system) {
      return system.text();
    }
    if (message instanceof AiMessage answer) {
      return Objects.requireNonNullElse(answer.text(), "");
    }
    if (message instanceof ToolExecutionResultMessage result) {
      return result.text();
    }
    return ((UserMessage) message).singleText();
  }
}

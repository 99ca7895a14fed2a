package io.evergraph.llm.message;

import com.fasterxml.jackson.databind.JsonMappingException;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Keeps, as an attribute of a message of LangChain4j, the message that it was made from. It counts
 * as long as nobody has changed the rest.
 */
final class Originals {
  private static final String ATTRIBUTE = "evergraph.message";

  private Originals() {}

  /** Returns a message with its original; an instruction has no attributes. */
  static ChatMessage with(Message original, ChatMessage message) {
    Map<String, Object> attributes = new LinkedHashMap<>(attributes(message));
    attributes.put(ATTRIBUTE, MetadataForm.value(MessageForm.write(original)));
    return with(attributes, message);
  }

  /** Returns a message as it would be if no original had been kept. */
  static ChatMessage without(ChatMessage message) {
    if (!attributes(message).containsKey(ATTRIBUTE)) {
      return message;
    }
    Map<String, Object> attributes = new LinkedHashMap<>(attributes(message));
    attributes.remove(ATTRIBUTE);
    return with(attributes, message);
  }

  /** Returns the original, whatever has become of the rest. */
  static Optional<Message> in(ChatMessage message) {
    try {
      return attributes(message).get(ATTRIBUTE) instanceof Map<?, ?> original
          ? Optional.of(MessageForm.read(ToolCallForm.MAPPER.valueToTree(original)))
          : Optional.empty();
    } catch (JsonMappingException changed) {
      return Optional.empty();
    }
  }

  private static Map<String, Object> attributes(ChatMessage message) {
    if (message instanceof UserMessage it) {
      return it.attributes();
    }
    if (message instanceof AiMessage it) {
      return it.attributes();
    }
    return message instanceof ToolExecutionResultMessage it ? it.attributes() : Map.of();
  }

  private static ChatMessage with(Map<String, Object> attributes, ChatMessage message) {
    if (message instanceof UserMessage it) {
      return it.toBuilder().attributes(attributes).build();
    }
    if (message instanceof AiMessage it) {
      return it.toBuilder().attributes(attributes).build();
    }
    return message instanceof ToolExecutionResultMessage it
        ? it.toBuilder().attributes(attributes).build()
        : message;
  }
}

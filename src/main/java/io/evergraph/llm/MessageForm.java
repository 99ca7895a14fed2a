package io.evergraph.llm;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.evergraph.llm.Message.Outcome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

final class MessageForm {
  private MessageForm() {}

  static Message read(JsonNode node) throws JsonMappingException {
    if (node.isTextual()) {
      return Message.user(node.textValue());
    }
    String id = node.path("id").asText("");
    String text = text(node.path("content"));
    return switch (kind(node)) {
      case "human", "user" -> new Message.User(id, text);
      case "system", "developer" -> new Message.Instruction(id, text);
      case "ai", "assistant" -> new Message.Assistant(id, text, calls(node));
      case "tool" ->
          new Message.Tool(
              id,
              node.path("tool_call_id").asText(""),
              node.path("name").asText(""),
              text,
              node.path("status").asText("").equalsIgnoreCase("error")
                  ? Outcome.ERROR
                  : Outcome.SUCCESS);
      default -> throw misfit(node);
    };
  }

  private static String kind(JsonNode node) {
    return node.path("type").asText(node.path("role").asText("")).toLowerCase(Locale.ROOT);
  }

  private static JsonMappingException misfit(JsonNode node) {
    return new JsonMappingException(
        null,
        "expected a message with a type (human, ai, system, tool) or a role (user, assistant,"
            + " system, tool), found "
            + (node.isObject() ? "'" + kind(node) + "'" : node.getNodeType()));
  }

  private static String text(JsonNode content) throws JsonMappingException {
    if (content.isArray()) {
      StringBuilder text = new StringBuilder();
      for (JsonNode part : content) {
        text.append(part(part));
      }
      return text.toString();
    }
    return part(content);
  }

  private static String part(JsonNode part) throws JsonMappingException {
    if (part.isMissingNode() || part.isNull()) {
      return "";
    }
    JsonNode text = part.isObject() ? part.path("text") : part;
    if (!text.isTextual()) {
      throw new JsonMappingException(
          null, "expected content as text or as parts with a text, found " + kindOf(part));
    }
    return text.textValue();
  }

  private static String kindOf(JsonNode part) {
    return part.has("type") ? "a part of type " + part.get("type") : "a " + part.getNodeType();
  }

  private static List<ToolCall> calls(JsonNode node) throws JsonMappingException {
    List<ToolCall> calls = new ArrayList<>();
    for (JsonNode call : node.path("tool_calls")) {
      calls.add(ToolCallForm.read(call));
    }
    return calls;
  }

  static ObjectNode write(Message message) {
    return message.match(
        user -> common("human", user),
        instruction -> common("system", instruction),
        MessageForm::assistant,
        MessageForm::tool);
  }

  private static ObjectNode assistant(Message.Assistant message) {
    ObjectNode node = common("ai", message);
    if (!message.toolCalls().isEmpty()) {
      ArrayNode calls = node.putArray("tool_calls");
      message.toolCalls().forEach(call -> calls.add(ToolCallForm.write(call)));
    }
    return node;
  }

  private static ObjectNode tool(Message.Tool message) {
    ObjectNode node = common("tool", message).put("tool_call_id", message.callId());
    if (!message.name().isEmpty()) {
      node.put("name", message.name());
    }
    return node.put("status", message.outcome().name().toLowerCase(Locale.ROOT));
  }

  private static ObjectNode common(String type, Message message) {
    ObjectNode node = JsonNodeFactory.instance.objectNode().put("type", type);
    if (!message.id().isEmpty()) {
      node.put("id", message.id());
    }
    return node.put("content", message.text());
  }

  static final class Writer extends JsonSerializer<Message> {
    @Override
    public void serialize(Message message, JsonGenerator out, SerializerProvider context)
        throws IOException {
      write(message).serialize(out, context);
    }
  }

  static final class Reader extends JsonDeserializer<Message> {
    @Override
    public @Nullable Message deserialize(JsonParser in, DeserializationContext context)
        throws IOException {
      return read(context.readTree(in));
    }
  }
}

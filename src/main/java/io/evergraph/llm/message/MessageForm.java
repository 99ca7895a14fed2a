package io.evergraph.llm.message;

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
import io.evergraph.llm.message.Message.Outcome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The JSON of a message: LangChain's, which OpenAI's is read beside. */
final class MessageForm {
  /** A function is a tool in OpenAI's older form, where calls have no ids. */
  private static final Set<String> TOOLS = Set.of("tool", "function");

  private static final Set<String> MODELS = Set.of("ai", "assistant");

  private MessageForm() {}

  /** Reads a message, with what it was read from where it would be written otherwise. */
  static Message read(JsonNode node) throws JsonMappingException {
    Message message = plain(node);
    ObjectNode written = OpenAiForm.isIn(node) ? OpenAiForm.plain(message) : plain(message);
    return node.isObject() && !ToolCallForm.isSame(written, node)
        ? Received.with(node, message)
        : message;
  }

  /** Reads what a message says. */
  static Message plain(JsonNode node) throws JsonMappingException {
    if (node.isTextual()) {
      return Message.user(node.textValue());
    }
    String id = node.path("id").asText("");
    String kind = kind(node);
    List<Part> content = PartForm.read(node.path("content"), MODELS.contains(kind));
    Map<String, Object> metadata = MetadataForm.read(node, TOOLS.contains(kind));
    return switch (kind) {
      case "human", "user" -> new Message.User(id, content, metadata);
      case "system", "developer" -> new Message.Instruction(id, content, metadata);
      case "ai", "assistant" ->
          new Message.Assistant(
              id, said(node, content), calls(node), UsageForm.read(node), metadata);
      case "tool", "function" ->
          new Message.Tool(
              id,
              node.path("tool_call_id").asText(""),
              node.path("name").asText(""),
              content,
              node.path("status").asText("").equalsIgnoreCase("error")
                  ? Outcome.ERROR
                  : Outcome.SUCCESS,
              metadata);
      default -> throw misfit(node);
    };
  }

  /**
   * OpenAI tells an empty text beside calls from none. Some providers that speak its format tell
   * the thoughts beside the content.
   */
  private static List<Part> said(JsonNode node, List<Part> spoken) {
    boolean isEmptyText =
        spoken.isEmpty() && OpenAiForm.isIn(node) && node.path("content").isTextual();
    List<Part> content =
        isEmptyText && OpenAiForm.calls(node) ? List.of(new Part.Text("")) : spoken;
    String thoughts = node.path(OpenAiForm.THOUGHTS).asText("");
    return thoughts.isEmpty()
        ? content
        : Stream.concat(Stream.of(new Part.Reasoning(thoughts, "")), content.stream()).toList();
  }

  /** A piece of a stream is a message, and a chat message is what its role says. */
  private static String kind(JsonNode node) {
    String type = node.path("type").asText("").toLowerCase(Locale.ROOT);
    String kind = type.isEmpty() || type.equals("chat") ? node.path("role").asText("") : type;
    return kind.toLowerCase(Locale.ROOT).replace("messagechunk", "");
  }

  private static JsonMappingException misfit(JsonNode node) {
    return new JsonMappingException(
        null,
        "expected a message with a type (human, ai, system, tool) or a role (user, assistant,"
            + " system, tool), found "
            + (node.isObject() ? "'" + kind(node) + "'" : node.getNodeType()));
  }

  private static List<ToolCall> calls(JsonNode node) throws JsonMappingException {
    List<ToolCall> calls = new ArrayList<>();
    for (JsonNode call : node.path("tool_calls")) {
      calls.add(ToolCallForm.read(call));
    }
    if (node.path("function_call").isObject()) {
      calls.add(ToolCallForm.read(node.get("function_call")));
    }
    return calls;
  }

  /** Writes a message as it was received in this form, otherwise as Evergraph says it. */
  static ObjectNode write(Message message) {
    return Received.write(message, MessageForm::plain, node -> !OpenAiForm.isIn(node));
  }

  static ObjectNode plain(Message message) {
    ObjectNode node =
        message.match(
            user -> common("human", user),
            instruction -> common("system", instruction),
            MessageForm::assistant,
            MessageForm::tool);
    MetadataForm.write(message.metadata(), message instanceof Message.Tool, node);
    return node;
  }

  private static ObjectNode assistant(Message.Assistant message) {
    ObjectNode node = common("ai", message);
    if (!message.toolCalls().isEmpty()) {
      ArrayNode calls = node.putArray("tool_calls");
      message.toolCalls().forEach(call -> calls.add(ToolCallForm.write(call)));
    }
    message.usage().ifPresent(usage -> UsageForm.write(usage, node));
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
    node.set("content", PartForm.write(message.content()));
    return node;
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

package io.evergraph.demo.airline;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.evergraph.demo.airline.RecordedMessage.Assistant;
import io.evergraph.demo.airline.RecordedMessage.RecordedCall;
import io.evergraph.demo.airline.RecordedMessage.Tool;
import io.evergraph.demo.airline.RecordedMessage.User;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Reads and writes messages in the format of OpenAI's chat completions; recordings and requests
 * share it.
 */
final class OpenAiMessages {

  private static final Set<String> INSTRUCTIONS = Set.of("system", "developer");

  private OpenAiMessages() {}

  static List<RecordedMessage> read(JsonFields body) {
    List<RecordedMessage> messages = new ArrayList<>();
    for (JsonFields message : body.objects("messages")) {
      if (!messages.isEmpty() || !INSTRUCTIONS.contains(message.text("role"))) {
        messages.add(message(message));
      }
    }
    return messages;
  }

  private static RecordedMessage message(JsonFields message) {
    String role = message.text("role");
    return switch (role) {
      case "user" -> new User(content(message));
      case "assistant" -> new Assistant(content(message), calls(message));
      case "tool" ->
          new Tool(message.text("tool_call_id"), message.optionalText("name"), content(message));
      default ->
          throw new MalformedJsonException(
              message.at("role"),
              "expected user, assistant or tool, found "
                  + role
                  + (INSTRUCTIONS.contains(role) ? ", which may only come first" : ""));
    };
  }

  private static String content(JsonFields message) {
    if (message.node().path("content").isArray()) {
      return parts(message);
    }
    boolean mayBeAbsent = message.text("role").equals("assistant");
    String content = mayBeAbsent ? message.optionalText("content") : message.text("content");
    return content == null ? "" : content;
  }

  private static String parts(JsonFields message) {
    StringBuilder text = new StringBuilder();
    for (JsonFields part : message.objects("content")) {
      text.append(part.text("text"));
    }
    return text.toString();
  }

  private static List<RecordedCall> calls(JsonFields message) {
    if (!message.has("tool_calls")) {
      return List.of();
    }
    return message.objects("tool_calls").stream().map(OpenAiMessages::call).toList();
  }

  private static RecordedCall call(JsonFields call) {
    JsonFields function = call.object("function");
    return new RecordedCall(call.text("id"), function.text("name"), function.text("arguments"));
  }

  /**
   * Writes an answer of the model; content is null where it only calls tools, as the format has it.
   */
  static ObjectNode write(Assistant answer) {
    ObjectNode message = JsonFields.MAPPER.createObjectNode();
    message.put("role", "assistant");
    message.put(
        "content",
        answer.content().isEmpty() && !answer.calls().isEmpty() ? null : answer.content());
    if (!answer.calls().isEmpty()) {
      ArrayNode calls = message.putArray("tool_calls");
      answer.calls().forEach(call -> calls.add(write(call.id(), call.tool(), call.arguments())));
    }
    return message;
  }

  /** Writes a tool call; a streamed one begins with empty arguments. */
  static ObjectNode write(String id, String tool, String arguments) {
    ObjectNode node = JsonFields.MAPPER.createObjectNode();
    node.put("id", id).put("type", "function");
    node.putObject("function").put("name", tool).put("arguments", arguments);
    return node;
  }
}

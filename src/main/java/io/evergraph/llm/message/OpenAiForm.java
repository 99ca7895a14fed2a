package io.evergraph.llm.message;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.evergraph.llm.message.Part.Media;
import io.evergraph.llm.message.Part.Reasoning;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The JSON of a message in OpenAI's chat completions. It has no place for ids, metadata but the
 * name of who speaks, the tokens of an answer, signatures of thoughts, and whether a tool did its
 * work.
 */
final class OpenAiForm {
  /** Where providers that speak this format tell what the model thought. */
  static final String THOUGHTS = "reasoning_content";

  private static final String NAME = "name";

  private OpenAiForm() {}

  static ObjectNode write(Message message) {
    ObjectNode node =
        message.match(
            user -> with(user.content(), role("user")),
            instruction -> with(instruction.content(), role("system")),
            OpenAiForm::assistant,
            OpenAiForm::tool);
    if (!node.has(NAME) && message.metadata().get(NAME) instanceof String name) {
      node.put(NAME, name);
    }
    return node;
  }

  private static ObjectNode role(String name) {
    return JsonNodeFactory.instance.objectNode().put("role", name);
  }

  private static ObjectNode tool(Message.Tool message) {
    ObjectNode node = role("tool").put("tool_call_id", message.callId());
    if (!message.name().isEmpty()) {
      node.put(NAME, message.name());
    }
    return with(message.content(), node);
  }

  private static ObjectNode assistant(Message.Assistant message) {
    ObjectNode node = role("assistant");
    boolean onlyCalls = message.text().isEmpty() && !message.toolCalls().isEmpty();
    node.put("content", onlyCalls ? null : message.text());
    String thoughts =
        message.content().stream()
            .filter(Reasoning.class::isInstance)
            .map(part -> ((Reasoning) part).text())
            .collect(Collectors.joining());
    if (!thoughts.isEmpty()) {
      node.put(THOUGHTS, thoughts);
    }
    if (!message.toolCalls().isEmpty()) {
      ArrayNode calls = node.putArray("tool_calls");
      message.toolCalls().forEach(call -> add(call, calls));
    }
    return node;
  }

  private static void add(ToolCall call, ArrayNode calls) {
    calls
        .addObject()
        .put("id", call.id())
        .put("type", "function")
        .putObject("function")
        .put("name", call.name())
        .put("arguments", call.arguments());
  }

  private static ObjectNode with(List<Part> content, ObjectNode node) {
    if (content.stream().noneMatch(Media.class::isInstance)) {
      return node.put("content", Part.text(content));
    }
    ArrayNode parts = node.putArray("content");
    content.forEach(part -> add(part, parts));
    return node;
  }

  private static void add(Part part, ArrayNode parts) {
    if (part instanceof Part.Text text) {
      parts.addObject().put("type", "text").put("text", text.text());
    } else if (part instanceof Media media) {
      add(media, parts.addObject());
    }
  }

  private static void add(Media media, ObjectNode part) {
    boolean isHere = media.uri().startsWith(DataUri.SCHEME);
    String kind = media.kind().name().toLowerCase(Locale.ROOT);
    if (media.kind() == Part.Kind.FILE) {
      ObjectNode file = part.put("type", kind).putObject(kind);
      file.put(isHere ? "file_data" : "file_url", media.uri());
      if (!media.name().isEmpty()) {
        file.put("filename", media.name());
      }
    } else if (media.kind() == Part.Kind.AUDIO && isHere) {
      DataUri data = DataUri.of(media.uri());
      part.put("type", "input_audio")
          .putObject("input_audio")
          .put("data", data.base64())
          .put("format", data.type().substring(data.type().indexOf('/') + 1));
    } else {
      part.put("type", kind + "_url").putObject(kind + "_url").put("url", media.uri());
    }
  }
}

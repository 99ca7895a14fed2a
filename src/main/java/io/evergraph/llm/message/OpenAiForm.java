package io.evergraph.llm.message;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.evergraph.llm.message.Part.Media;
import io.evergraph.llm.message.Part.Reasoning;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The JSON of a message in OpenAI's chat completions. It has no place for ids, metadata but the
 * name of who speaks and its own fields, the tokens of an answer, signatures of thoughts and their
 * place among the words, and whether a tool did its work.
 *
 * <p>A call without an id is one of the older form, with functions instead of tools.
 */
final class OpenAiForm {
  /** Where providers that speak this format tell what the model thought. */
  static final String THOUGHTS = "reasoning_content";

  private static final String NAME = "name";
  private static final String CONTENT = "content";
  private static final String REFUSAL = "refusal";
  private static final String DEVELOPER = "developer";

  /** Where LangChain keeps that an instruction is a developer's. */
  private static final String ROLE = "__openai_role__";

  /** Fields that LangChain keeps among the additional ones, too. */
  private static final List<String> OWN = List.of(REFUSAL, "audio", "annotations");

  private OpenAiForm() {}

  static boolean isIn(JsonNode message) {
    return message.has("role") && !message.has("type");
  }

  static boolean calls(JsonNode message) {
    return !message.path("tool_calls").isEmpty() || message.path("function_call").isObject();
  }

  /** Returns what this form alone says of a message. */
  static Map<String, Object> additional(JsonNode message) {
    Map<String, Object> additional = new LinkedHashMap<>();
    if (!isIn(message)) {
      return additional;
    }
    if (message.path("role").asText().equalsIgnoreCase(DEVELOPER)) {
      additional.put(ROLE, DEVELOPER);
    }
    String refusals =
        message
            .path(CONTENT)
            .valueStream()
            .map(part -> part.path(REFUSAL).asText(""))
            .collect(Collectors.joining());
    if (!refusals.isEmpty()) {
      additional.put(REFUSAL, refusals);
    }
    OWN.stream()
        .filter(message::hasNonNull)
        .forEach(field -> additional.put(field, MetadataForm.value(message.get(field))));
    return additional;
  }

  /** Writes a message as it was received in this form, otherwise as Evergraph says it. */
  static ObjectNode write(Message message) {
    return Received.write(message, OpenAiForm::plain, OpenAiForm::isIn);
  }

  static ObjectNode plain(Message message) {
    Map<?, ?> additional =
        message.metadata().get(MetadataForm.PROVIDERS) instanceof Map<?, ?> it ? it : Map.of();
    ObjectNode node =
        message.match(
            user -> with(user.content(), role("user")),
            instruction -> with(instruction.content(), role(instructor(additional))),
            answer -> assistant(answer, additional),
            OpenAiForm::tool);
    if (!(message instanceof Message.Tool) && message.metadata().get(NAME) instanceof String name) {
      node.put(NAME, name);
    }
    return node;
  }

  private static ObjectNode role(String name) {
    return JsonNodeFactory.instance.objectNode().put("role", name);
  }

  private static String instructor(Map<?, ?> additional) {
    return DEVELOPER.equals(additional.get(ROLE)) ? DEVELOPER : "system";
  }

  private static ObjectNode tool(Message.Tool message) {
    ObjectNode node =
        message.callId().isEmpty()
            ? role("function")
            : role("tool").put("tool_call_id", message.callId());
    if (!message.name().isEmpty()) {
      node.put(NAME, message.name());
    }
    return with(message.content(), node);
  }

  private static ObjectNode assistant(Message.Assistant message, Map<?, ?> additional) {
    ObjectNode node = role("assistant");
    List<Part> spoken = shown(message.content());
    boolean isSilent =
        spoken.isEmpty() && (!message.toolCalls().isEmpty() || additional.get(REFUSAL) != null);
    if (isSilent) {
      node.putNull(CONTENT);
    } else {
      with(spoken, node);
    }
    String thoughts =
        message.content().stream()
            .filter(Reasoning.class::isInstance)
            .map(part -> ((Reasoning) part).text())
            .collect(Collectors.joining());
    if (!thoughts.isEmpty()) {
      node.put(THOUGHTS, thoughts);
    }
    OWN.stream()
        .filter(field -> additional.get(field) != null)
        .forEach(field -> node.set(field, ToolCallForm.MAPPER.valueToTree(additional.get(field))));
    calls(message.toolCalls(), node);
    return node;
  }

  private static void calls(List<ToolCall> calls, ObjectNode node) {
    if (calls.size() == 1 && calls.get(0).id().isEmpty()) {
      function(calls.get(0), node.putObject("function_call"));
    } else if (!calls.isEmpty()) {
      ArrayNode array = node.putArray("tool_calls");
      for (ToolCall call : calls) {
        ObjectNode each = array.addObject().put("id", call.id()).put("type", "function");
        function(call, each.putObject("function"));
      }
    }
  }

  private static void function(ToolCall call, ObjectNode function) {
    function.put(NAME, call.name()).put("arguments", call.arguments());
  }

  private static ObjectNode with(List<Part> content, ObjectNode node) {
    List<Part> shown = shown(content);
    if (shown.size() < 2 && shown.stream().noneMatch(Media.class::isInstance)) {
      return node.put(CONTENT, Part.text(shown));
    }
    ArrayNode parts = node.putArray(CONTENT);
    shown.forEach(part -> add(part, parts.addObject()));
    return node;
  }

  private static List<Part> shown(List<Part> content) {
    return content.stream()
        .filter(part -> part instanceof Part.Text || part instanceof Media)
        .toList();
  }

  private static void add(Part part, ObjectNode node) {
    if (part instanceof Media media) {
      add(media, node);
    } else {
      node.put("type", "text").put("text", ((Part.Text) part).text());
    }
  }

  private static void add(Media media, ObjectNode part) {
    String kind = media.kind().name().toLowerCase(Locale.ROOT);
    if (media.kind() == Part.Kind.FILE || media.uri().startsWith(PartForm.FILE_ID)) {
      file(media, part.put("type", "file").putObject("file"));
    } else if (media.kind() == Part.Kind.AUDIO && isHere(media)) {
      DataUri data = DataUri.of(media.uri());
      part.put("type", "input_audio")
          .putObject("input_audio")
          .put("data", data.base64())
          .put("format", format(data.type()));
    } else {
      ObjectNode place = part.put("type", kind + "_url").putObject(kind + "_url");
      place.put("url", media.uri());
      if (!media.detail().isEmpty()) {
        place.put("detail", media.detail());
      }
    }
  }

  /** The name of a format is that of its type, but for MP3. */
  private static String format(String type) {
    return type.equals("audio/mpeg") ? "mp3" : type.substring(type.indexOf('/') + 1);
  }

  private static void file(Media media, ObjectNode file) {
    if (media.uri().startsWith(PartForm.FILE_ID)) {
      file.put("file_id", media.uri().substring(PartForm.FILE_ID.length()));
    } else {
      file.put(isHere(media) ? "file_data" : "file_url", media.uri());
    }
    if (!media.name().isEmpty()) {
      file.put("filename", media.name());
    }
  }

  private static boolean isHere(Media media) {
    return media.uri().startsWith(DataUri.SCHEME);
  }
}

package io.evergraph.llm.message;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The JSON of what else is known of a message: {@code response_metadata}, and beside it the fields
 * that LangChain has of its own.
 */
final class MetadataForm {
  /** What a provider adds that has no field of its own; in the words of OpenAI. */
  static final String PROVIDERS = "additional_kwargs";

  static final TypeReference<Map<String, Object>> PLAIN = new TypeReference<>() {};
  private static final String ALL = "response_metadata";

  /** The name of who speaks; the name of a tool is none of it. */
  private static final String NAME = "name";

  /** Fields of LangChain that stand beside the metadata. */
  private static final List<String> BESIDE = List.of("invalid_tool_calls", "artifact");

  private MetadataForm() {}

  static Map<String, Object> read(JsonNode node, boolean isTool) {
    Map<String, Object> metadata = new LinkedHashMap<>(plain(node.path(ALL)));
    Map<String, Object> others = new LinkedHashMap<>(OpenAiForm.additional(node));
    others.putAll(plain(node.path(PROVIDERS)));
    if (!others.isEmpty()) {
      metadata.put(PROVIDERS, others);
    }
    if (node.path(NAME).isTextual() && !isTool) {
      metadata.put(NAME, node.get(NAME).textValue());
    }
    BESIDE.stream()
        .filter(field -> !node.path(field).isEmpty() || node.path(field).isValueNode())
        .filter(field -> !node.path(field).isNull())
        .forEach(field -> metadata.put(field, value(node.get(field))));
    return metadata;
  }

  static Object value(JsonNode node) {
    return ToolCallForm.MAPPER.convertValue(node, Object.class);
  }

  /** Returns whether a value has a JSON form. */
  static boolean isWritable(Object value) {
    if (value instanceof String || value instanceof Number || value instanceof Boolean) {
      return true;
    }
    try {
      JsonNode unused = ToolCallForm.MAPPER.valueToTree(value);
      return true;
    } catch (IllegalArgumentException without) {
      return false;
    }
  }

  private static Map<String, Object> plain(JsonNode node) {
    return node.isObject() ? ToolCallForm.MAPPER.convertValue(node, PLAIN) : Map.of();
  }

  static void write(Map<String, Object> metadata, boolean isTool, ObjectNode node) {
    Map<String, Object> others = new LinkedHashMap<>(metadata);
    if (!isTool && others.get(NAME) instanceof String name) {
      node.put(NAME, name);
      others.remove(NAME);
    }
    if (others.get(PROVIDERS) instanceof Map<?, ?>) {
      node.set(PROVIDERS, ToolCallForm.MAPPER.valueToTree(others.remove(PROVIDERS)));
    }
    BESIDE.stream()
        .filter(others::containsKey)
        .forEach(field -> node.set(field, ToolCallForm.MAPPER.valueToTree(others.remove(field))));
    if (!others.isEmpty()) {
      node.set(ALL, ToolCallForm.MAPPER.valueToTree(others));
    }
  }
}

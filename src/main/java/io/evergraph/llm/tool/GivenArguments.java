package io.evergraph.llm.tool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of a call without what is left out in other words: a model that must name all
 * arguments says null for an optional one.
 */
final class GivenArguments {
  private GivenArguments() {}

  /** Returns a copy of arguments without the optional ones that are null, at any depth. */
  static ObjectNode of(ObjectNode arguments, Map<String, Object> schema) {
    ObjectNode given = arguments.deepCopy();
    removeNulls(given, schema);
    return given;
  }

  private static void removeNulls(JsonNode value, @Nullable Object schema) {
    if (!(schema instanceof Map<?, ?> described)) {
      return;
    }
    if (value instanceof ObjectNode object
        && described.get("properties") instanceof Map<?, ?> properties) {
      removeNulls(object, properties, described.get("required"));
    }
    if (value.isArray()) {
      value.forEach(element -> removeNulls(element, described.get("items")));
    }
  }

  private static void removeNulls(
      ObjectNode object, Map<?, ?> properties, @Nullable Object required) {
    List<?> kept = required instanceof List<?> names ? names : List.of();
    List<String> fields = new ArrayList<>();
    object.fieldNames().forEachRemaining(fields::add);
    for (String field : fields) {
      if (object.get(field).isNull() && properties.containsKey(field) && !kept.contains(field)) {
        JsonNode unused = object.remove(field);
      } else {
        removeNulls(object.get(field), properties.get(field));
      }
    }
  }
}

package io.evergraph.llm.tool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.evergraph.llm.message.ToolCall;
import io.evergraph.llm.message.ToolCallForm;
import io.evergraph.runtime.codec.JsonSchemas;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of a call. A model that must name all of them says null for an optional one, which
 * is the same as leaving it out.
 *
 * @param schema what the tool takes
 */
record GivenArguments(ToolCall call, Map<String, Object> schema) {
  private static final JsonSchemas SCHEMAS = new JsonSchemas();

  /** Returns in which ways they do not fit the tool. */
  List<String> misfits() {
    return parsed()
        .map(arguments -> SCHEMAS.problems(schema, given(arguments)))
        .orElseGet(() -> List.of("expected a JSON object but found " + call.arguments()));
  }

  /** Returns what the model is told of them. */
  static String misfit(ToolCall call, List<String> problems) {
    return "The arguments do not fit '%s': %s. Correct them and call again."
        .formatted(call.name(), String.join("; ", problems));
  }

  /**
   * Returns the call as its tool takes it: as it was made where that fits, since null may have a
   * meaning there, else without optional arguments that are null.
   */
  ToolCall taken() {
    return parsed()
        .filter(all -> !SCHEMAS.problems(schema, all).isEmpty())
        .flatMap(misfit -> ToolCallForm.parsedExactly(text(call)))
        .map(all -> call.withArguments(given(all).toString()))
        .orElse(call);
  }

  private Optional<ObjectNode> parsed() {
    return ToolCallForm.parsed(text(call));
  }

  /** Some models write nothing where there are no arguments. */
  static String text(ToolCall call) {
    return call.arguments().isBlank() ? "{}" : call.arguments();
  }

  private ObjectNode given(ObjectNode arguments) {
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

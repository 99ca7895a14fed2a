package io.evergraph.llm.tool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What a model is told of a JSON schema: of a property that may be left out it is not told that it
 * may be null as well. LangChain4j has no schema of its own for that, and clients of some models
 * refuse those that it has not.
 */
final class ToldSchema {
  private static final String TYPE = "type";
  private static final String NULL = "null";
  private static final String ENUM = "enum";
  private static final List<String> ALTERNATIVES = List.of("anyOf", "oneOf");
  private static final List<String> ONE = List.of("items", "additionalProperties");
  private static final List<String> SEVERAL = List.of("$defs", "anyOf", "oneOf");

  private ToldSchema() {}

  static ObjectNode of(ObjectNode schema) {
    ObjectNode told = schema.deepCopy();
    ToolDefinitions.removeRemarks(told);
    tell(told);
    return told;
  }

  private static void tell(JsonNode schema) {
    Set<String> required = new HashSet<>();
    schema.path("required").forEach(name -> required.add(name.asText()));
    schema
        .path("properties")
        .fields()
        .forEachRemaining(
            property -> {
              tell(property.getValue());
              if (!required.contains(property.getKey())) {
                JsonNode unused = property.setValue(withoutNull(property.getValue()));
              }
            });
    SEVERAL.forEach(name -> schema.path(name).forEach(ToldSchema::tell));
    ONE.stream().map(schema::path).filter(JsonNode::isObject).forEach(ToldSchema::tell);
  }

  private static JsonNode withoutNull(JsonNode schema) {
    return schema instanceof ObjectNode object ? withoutNull(object) : schema;
  }

  private static JsonNode withoutNull(ObjectNode schema) {
    narrow(schema, TYPE, it -> it.asText().equals(NULL));
    narrow(schema, ENUM, JsonNode::isNull);
    ALTERNATIVES.forEach(name -> narrow(schema, name, it -> it.path(TYPE).asText().equals(NULL)));
    JsonNode types = schema.path(TYPE);
    if (types.isArray() && types.size() == 1) {
      JsonNode unused = schema.set(TYPE, types.get(0));
    }
    return ALTERNATIVES.stream()
        .map(schema::path)
        .filter(it -> it.size() == 1 && schema.size() == 1)
        .map(it -> it.get(0))
        .findFirst()
        .orElse(schema);
  }

  /** What is null only stays so. */
  private static void narrow(ObjectNode schema, String name, Predicate<JsonNode> isNull) {
    ArrayNode left = JsonNodeFactory.instance.arrayNode();
    for (JsonNode it : schema.path(name)) {
      if (!isNull.test(it)) {
        ArrayNode unused = left.add(it);
      }
    }
    if (schema.path(name).isArray() && !left.isEmpty()) {
      JsonNode unused = schema.set(name, left);
    }
  }
}

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
 * What a model is told of a JSON schema, in those that LangChain4j has of its own, since clients of
 * some models refuse others: of a property that may be left out not that it may be null as well, of
 * the values of a map in words, and a schema that holds itself by a name.
 */
final class ToldSchema {
  private static final String TYPE = "type";
  private static final String NULL = "null";
  private static final String ENUM = "enum";
  private static final String DESCRIPTION = "description";
  private static final String VALUES = "additionalProperties";
  private static final String DEFINITIONS = "$defs";
  private static final String REFERENCE = "$ref";
  private static final String ROOT = "#";
  private static final String WHOLE = "Whole";
  private static final List<String> ALTERNATIVES = List.of("anyOf", "oneOf");
  private static final List<String> ONE = List.of("items", VALUES);
  private static final List<String> SEVERAL = List.of(DEFINITIONS, "anyOf", "oneOf");

  private ToldSchema() {}

  static ObjectNode of(ObjectNode schema) {
    ObjectNode told = schema.deepCopy();
    ToolDefinitions.removeRemarks(told);
    tell(told);
    return named(told);
  }

  private static void tell(JsonNode schema) {
    ToolDefinitions.enumerateConstant(schema);
    Set<String> required = new HashSet<>();
    schema.path("required").forEach(name -> required.add(name.asText()));
    schema
        .path("properties")
        .fields()
        .forEachRemaining(
            property -> {
              tellInside(property.getValue());
              if (!required.contains(property.getKey())) {
                JsonNode unused = property.setValue(withoutNull(property.getValue()));
              }
            });
    SEVERAL.forEach(name -> schema.path(name).forEach(ToldSchema::tellInside));
    ONE.stream().map(schema::path).filter(JsonNode::isObject).forEach(ToldSchema::tellInside);
  }

  /** Whatever is written is checked against the values that are said here in words. */
  private static void tellInside(JsonNode schema) {
    tell(schema);
    if (schema.path(VALUES) instanceof ObjectNode values && !values.isEmpty()) {
      JsonNode said = schema.path(DESCRIPTION);
      if (said.equals(values.path(DESCRIPTION))) {
        values.remove(DESCRIPTION);
      }
      String before = said.isTextual() ? said.textValue() + ". " : "";
      ObjectNode map = ((ObjectNode) schema).without(VALUES);
      map.put(DESCRIPTION, before + "Its values fit " + values + ".");
    }
  }

  /** Returns a schema whose parts refer to it by a name, where they do. */
  private static ObjectNode named(ObjectNode schema) {
    String name = WHOLE;
    while (schema.path(DEFINITIONS).has(name)) {
      name += "_";
    }
    ObjectNode whole = schema.deepCopy().without(DEFINITIONS);
    if (rename(schema, name)) {
      rename(whole, name);
      schema.withObject("/" + DEFINITIONS).set(name, whole);
    }
    return schema;
  }

  private static boolean rename(JsonNode schema, String name) {
    boolean isNamed = false;
    for (JsonNode parent : schema.findParents(REFERENCE)) {
      if (parent.path(REFERENCE).asText().equals(ROOT)) {
        ((ObjectNode) parent).put(REFERENCE, ROOT + "/" + DEFINITIONS + "/" + name);
        isNamed = true;
      }
    }
    return isNamed;
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

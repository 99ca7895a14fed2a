package io.evergraph.llm.tool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Set;

/**
 * Makes what a server says of its tools something that LangChain4j's client reads as it is meant:
 * it takes a schema without a type for an object, loses what stands beside several types, and fails
 * with the whole list where one tool has an unknown form.
 */
final class ServedTools {
  private static final String TYPE = "type";
  private static final String OBJECT = "object";
  private static final String STRING = "string";
  private static final String ANY_OF = "anyOf";
  private static final String ONE_OF = "oneOf";
  private static final String ALL_OF = "allOf";
  private static final String ENUM = "enum";
  private static final String REFERENCE = "$ref";
  private static final String ITEMS = "items";
  private static final String PROPERTIES = "properties";
  private static final String REQUIRED = "required";
  private static final String ADDITIONAL = "additionalProperties";
  private static final String DESCRIPTION = "description";
  private static final String INPUT = "inputSchema";

  private static final List<String> NAMED = List.of(PROPERTIES, "$defs", "definitions");
  private static final List<String> ANYTHING =
      List.of(STRING, "number", "boolean", OBJECT, "array");
  private static final Set<String> KNOWN =
      Set.of(STRING, "number", "integer", "boolean", OBJECT, "array", "null");

  private ServedTools() {}

  /** Returns the reply to a request for the tools; the same one where it holds none. */
  static JsonNode readable(JsonNode reply) {
    if (!reply.at("/result/tools").isArray()) {
      return reply;
    }
    ObjectNode readable = reply.deepCopy();
    ArrayNode tools = readable.withObject("/result").putArray("tools");
    for (JsonNode tool : reply.at("/result/tools")) {
      if (!tool.path("name").asText().isBlank()) {
        tools.add(tool(tool.deepCopy()));
      }
    }
    return readable;
  }

  private static ObjectNode tool(ObjectNode tool) {
    ObjectNode input = tool.get(INPUT) instanceof ObjectNode it ? it : tool.putObject(INPUT);
    tool.set(INPUT, arguments(input));
    return kept(tool, DESCRIPTION, tool.path(DESCRIPTION).isTextual());
  }

  /** The client takes nothing but an object here, which may stand among the definitions. */
  private static ObjectNode arguments(ObjectNode input) {
    String place = input.path(REFERENCE).asText();
    if (isDefinition(place) && input.at(place.substring(1)) instanceof ObjectNode whole) {
      input.setAll(whole.deepCopy());
    }
    input.remove(REFERENCE);
    return typed(input.put(TYPE, OBJECT));
  }

  private static boolean isDefinition(String place) {
    return place.startsWith("#/$defs/") || place.startsWith("#/definitions/");
  }

  private static ObjectNode schema(JsonNode given) {
    if (!(given instanceof ObjectNode schema)) {
      return anything(JsonNodeFactory.instance.objectNode());
    }
    if (schema.has(REFERENCE)) {
      return isDefinition(schema.path(REFERENCE).asText()) ? schema : anything(schema);
    }
    ToolDefinitions.enumerateConstant(schema);
    if (schema.path(TYPE).isArray()) {
      return severalTypes(schema);
    }
    return schema.has(TYPE) ? typed(schema) : untyped(schema);
  }

  private static ObjectNode typed(ObjectNode schema) {
    if (!KNOWN.contains(schema.path(TYPE).asText())) {
      return anything(schema);
    }
    for (String several : NAMED) {
      if (schema.get(several) instanceof ObjectNode named) {
        named.properties().forEach(it -> it.setValue(schema(it.getValue())));
      } else {
        schema.remove(several);
      }
    }
    if (schema.get(ITEMS) instanceof ObjectNode items && !items.isEmpty()) {
      schema.set(ITEMS, schema(items));
    } else {
      schema.remove(ITEMS);
    }
    // The client takes each value for a text, and alternatives beside a type for all that is said
    if (schema.get(ENUM) instanceof ArrayNode values) {
      values.removeIf(value -> !value.isTextual());
    }
    schema.remove(ANY_OF);
    kept(schema, ENUM, schema.path(ENUM).isArray() && !schema.path(ENUM).isEmpty());
    kept(schema, ADDITIONAL, schema.path(ADDITIONAL).isBoolean());
    return kept(schema, REQUIRED, schema.path(REQUIRED).isArray());
  }

  private static ObjectNode untyped(ObjectNode schema) {
    if (schema.has(PROPERTIES) || schema.has(ITEMS)) {
      return typed(schema.put(TYPE, schema.has(PROPERTIES) ? OBJECT : "array"));
    }
    if (!schema.path(ENUM).isEmpty()) {
      boolean areTexts = schema.get(ENUM).valueStream().allMatch(JsonNode::isTextual);
      return areTexts ? schema.put(TYPE, STRING) : anything(schema);
    }
    JsonNode all = schema.path(ALL_OF);
    if (all.size() == 1) {
      return described(schema, schema(all.get(0)));
    }
    JsonNode alternatives = schema.has(ANY_OF) ? schema.get(ANY_OF) : schema.path(ONE_OF);
    return alternatives.isArray() && !alternatives.isEmpty()
        ? described(schema, oneOf(alternatives))
        : anything(schema);
  }

  private static ObjectNode oneOf(JsonNode alternatives) {
    ObjectNode schema = JsonNodeFactory.instance.objectNode();
    ArrayNode readable = schema.putArray(ANY_OF);
    alternatives.forEach(it -> readable.add(schema(it)));
    return schema;
  }

  private static ObjectNode severalTypes(ObjectNode schema) {
    ArrayNode alternatives = JsonNodeFactory.instance.arrayNode();
    for (JsonNode type : schema.get(TYPE)) {
      ObjectNode one = alternatives.addObject().setAll(schema.deepCopy());
      one.put(TYPE, type.asText()).remove(DESCRIPTION);
    }
    return alternatives.isEmpty() ? anything(schema) : described(schema, oneOf(alternatives));
  }

  private static ObjectNode anything(ObjectNode schema) {
    ArrayNode types = JsonNodeFactory.instance.arrayNode();
    ANYTHING.forEach(type -> types.addObject().put(TYPE, type));
    return described(schema, oneOf(types));
  }

  private static ObjectNode described(ObjectNode schema, ObjectNode readable) {
    return schema.path(DESCRIPTION).isTextual()
        ? readable.put(DESCRIPTION, schema.get(DESCRIPTION).textValue())
        : readable;
  }

  private static ObjectNode kept(ObjectNode schema, String name, boolean isReadable) {
    return isReadable ? schema : schema.without(name);
  }
}

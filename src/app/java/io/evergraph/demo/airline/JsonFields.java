package io.evergraph.demo.airline;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A JSON object and where it came from, read field by field: whatever is missing or of another type
 * is reported with its path.
 */
record JsonFields(JsonNode node, String path) {

  static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  JsonFields {
    if (!node.isObject()) {
      throw unexpected(path, "a JSON object", node);
    }
  }

  static JsonFields parse(byte[] utf8) {
    JsonNode node;
    try {
      node = MAPPER.readTree(utf8);
    } catch (JsonProcessingException e) {
      int column = e.getLocation() == null ? 0 : e.getLocation().getColumnNr();
      throw new MalformedJsonException(
          "",
          "expected one JSON object, found text that is not JSON at column %s: %s"
              .formatted(column, e.getOriginalMessage()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new JsonFields(node, "");
  }

  String text(String field) {
    JsonNode value = node.path(field);
    if (!value.isTextual()) {
      throw unexpected(at(field), "a string", value);
    }
    return value.textValue();
  }

  @Nullable String optionalText(String field) {
    return has(field) ? text(field) : null;
  }

  int integer(String field) {
    JsonNode value = node.path(field);
    if (!value.canConvertToInt() || !value.isIntegralNumber()) {
      throw unexpected(at(field), "a whole number", value);
    }
    return value.intValue();
  }

  @Nullable Double optionalNumber(String field) {
    if (!has(field)) {
      return null;
    }
    if (!node.path(field).isNumber()) {
      throw unexpected(at(field), "a number", node.path(field));
    }
    return node.path(field).doubleValue();
  }

  boolean flag(String field) {
    if (has(field) && !node.path(field).isBoolean()) {
      throw unexpected(at(field), "true or false", node.path(field));
    }
    return node.path(field).booleanValue();
  }

  JsonFields object(String field) {
    return new JsonFields(node.path(field), at(field));
  }

  List<JsonFields> objects(String field) {
    JsonNode array = node.path(field);
    if (!array.isArray()) {
      throw unexpected(at(field), "an array", array);
    }
    List<JsonFields> objects = new ArrayList<>();
    for (JsonNode element : array) {
      objects.add(new JsonFields(element, at(field) + "[" + objects.size() + "]"));
    }
    return objects;
  }

  boolean has(String field) {
    return node.hasNonNull(field);
  }

  String at(String field) {
    return path.isEmpty() ? field : path + "." + field;
  }

  private static MalformedJsonException unexpected(String path, String expected, JsonNode found) {
    String what =
        switch (found.getNodeType()) {
          case MISSING -> "nothing";
          case NULL -> "null";
          case ARRAY -> "an array";
          case OBJECT -> "an object";
          case STRING -> "a string";
          default -> found.toString();
        };
    return new MalformedJsonException(path, "expected " + expected + ", found " + what);
  }
}

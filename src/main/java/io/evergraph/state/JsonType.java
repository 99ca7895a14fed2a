package io.evergraph.state;

import java.lang.reflect.Type;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The type of values that no Java class describes: plain maps, lists, text, numbers and booleans
 * that fit a JSON schema.
 *
 * @param schema the schema as plain maps, lists and values; an empty one takes anything
 */
public record JsonType(Map<String, Object> schema) implements Type {
  public JsonType {
    schema = Collections.unmodifiableMap(new LinkedHashMap<>(schema));
  }

  @Override
  public String getTypeName() {
    return "JSON that fits " + schema;
  }
}

package io.evergraph.runtime.codec;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Map;

/** Plain values as JSON texts, for stores. */
public final class PlainJson {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final TypeReference<Map<String, Object>> FIELDS = new TypeReference<>() {};

  private PlainJson() {}

  /** Returns the text of plain values. */
  public static String text(Map<String, Object> values) {
    try {
      return MAPPER.writeValueAsString(values);
    } catch (JsonProcessingException impossible) {
      throw new IllegalArgumentException("Expected plain values.", impossible);
    }
  }

  /** Returns the values of a text that {@link #text} made. */
  public static Map<String, Object> values(String text) {
    try {
      return MAPPER.readValue(text, FIELDS);
    } catch (JsonProcessingException misfit) {
      throw new IllegalArgumentException("Expected an object in JSON.", misfit);
    }
  }
}

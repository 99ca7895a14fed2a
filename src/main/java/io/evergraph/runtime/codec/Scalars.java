package io.evergraph.runtime.codec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.TextNode;
import org.jspecify.annotations.Nullable;

/** The JSON of what most channels hold: no serializer has to be looked up for it. */
final class Scalars {
  private Scalars() {}

  /** Returns the JSON tree of a value; null where it takes a serializer. */
  static @Nullable JsonNode toJson(@Nullable Object value) {
    if (value instanceof String text) {
      return TextNode.valueOf(text);
    }
    if (value instanceof Integer number) {
      return IntNode.valueOf(number);
    }
    if (value instanceof Long number) {
      return LongNode.valueOf(number);
    }
    return value instanceof Boolean flag ? BooleanNode.valueOf(flag) : null;
  }
}

package io.evergraph.runtime.codec;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes a value of which no type is declared where it stands, such as an element of a channel,
 * with the name of its type where alternatives have one: Jackson leaves it out there.
 */
final class TypedForm extends JsonSerializer<Object> {
  @Override
  public void serialize(Object value, JsonGenerator out, SerializerProvider provider)
      throws IOException {
    if (value instanceof Collection<?> elements) {
      out.writeStartArray();
      for (Object element : OrderedForms.ordered(elements)) {
        write(element, out, provider);
      }
      out.writeEndArray();
    } else if (value instanceof Map<?, ?> map) {
      out.writeStartObject();
      for (Map.Entry<?, ?> entry : OrderedForms.ordered(map).entrySet()) {
        provider
            .findKeySerializer(entry.getKey().getClass(), null)
            .serialize(entry.getKey(), out, provider);
        write(entry.getValue(), out, provider);
      }
      out.writeEndObject();
    } else {
      provider
          .findTypedValueSerializer(value.getClass(), true, null)
          .serialize(value, out, provider);
    }
  }

  private void write(@Nullable Object value, JsonGenerator out, SerializerProvider provider)
      throws IOException {
    if (value == null) {
      provider.defaultSerializeNull(out);
    } else {
      serialize(value, out, provider);
    }
  }

  /** Returns the JSON of what most channels hold; null for values that take a serializer. */
  static @Nullable JsonNode scalar(@Nullable Object value) {
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

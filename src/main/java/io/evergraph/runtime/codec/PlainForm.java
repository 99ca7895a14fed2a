package io.evergraph.runtime.codec;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads values of no declared type: maps, lists, text, booleans and numbers. A number has the
 * smallest type that holds it exactly, whatever it was before it was written, so that it is the
 * same in every process.
 */
final class PlainForm extends StdDeserializer<Object> {
  private static final long serialVersionUID = 1L;

  PlainForm() {
    super(Object.class);
  }

  @Override
  @SuppressWarnings("NullAway") // JSON null is a value
  public Object deserialize(JsonParser in, DeserializationContext context) throws IOException {
    return plain(context.readTree(in));
  }

  private static @Nullable Object plain(JsonNode tree) {
    return switch (tree.getNodeType()) {
      case OBJECT -> map(tree);
      case ARRAY -> list(tree);
      case BOOLEAN -> tree.booleanValue();
      case NUMBER -> number(tree);
      case NULL, MISSING -> null;
      default -> tree.asText();
    };
  }

  private static Map<String, @Nullable Object> map(JsonNode tree) {
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    tree.fields().forEachRemaining(field -> values.put(field.getKey(), plain(field.getValue())));
    return values;
  }

  private static List<@Nullable Object> list(JsonNode tree) {
    List<@Nullable Object> elements = new ArrayList<>(tree.size());
    tree.forEach(element -> elements.add(plain(element)));
    return elements;
  }

  private static Object number(JsonNode tree) {
    if (tree.isIntegralNumber()) {
      if (tree.canConvertToInt()) {
        return tree.intValue();
      }
      return tree.canConvertToLong() ? (Object) tree.longValue() : tree.bigIntegerValue();
    }
    double nearest = tree.doubleValue();
    boolean exact =
        !Double.isFinite(nearest)
            || new BigDecimal(Double.toString(nearest)).compareTo(tree.decimalValue()) == 0;
    return exact ? (Object) nearest : tree.decimalValue();
  }
}

package io.evergraph.graph;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Copies of values that every store reads back as they were written. */
final class PlainValues {
  private PlainValues() {}

  static Map<String, Object> copy(Map<?, ?> values) {
    Map<String, Object> copies = new LinkedHashMap<>();
    values.forEach((name, value) -> copies.put(text(name), plain(value)));
    return Collections.unmodifiableMap(copies);
  }

  private static String text(@Nullable Object name) {
    if (name instanceof String text) {
      return text;
    }
    throw misfit("a text as the name of a field", name);
  }

  @SuppressWarnings("NullAway") // null is a value of JSON
  private static @Nullable Object plain(@Nullable Object value) {
    if (value instanceof Map<?, ?> map) {
      return copy(map);
    }
    if (value instanceof List<?> list) {
      List<Object> copies = new ArrayList<>();
      list.forEach(item -> copies.add(plain(item)));
      return Collections.unmodifiableList(copies);
    }
    if (value instanceof Number number) {
      return number(number);
    }
    if (value == null || value instanceof String || value instanceof Boolean) {
      return value;
    }
    throw misfit("a text, number, boolean, null, list or map", value);
  }

  /** A number that is read back has the smallest type that holds it. */
  private static Number number(Number number) {
    if (number instanceof Double || number instanceof Float) {
      double real = number.doubleValue();
      if (Double.isFinite(real)) {
        return real;
      }
    } else if (number instanceof BigInteger big) {
      return big.bitLength() < Long.SIZE ? number(big.longValue()) : number(big.doubleValue());
    } else if (number instanceof Long || number instanceof Integer || number instanceof Short) {
      long whole = number.longValue();
      return (int) whole == whole ? (Number) (int) whole : (Number) whole;
    }
    throw misfit("a number of up to 64 bits; write others as text", number);
  }

  private static IllegalArgumentException misfit(String expected, @Nullable Object found) {
    String type = found == null ? "null" : found + " of " + found.getClass().getTypeName();
    return new IllegalArgumentException(
        "Expected %s in the value of a store's item but found %s.".formatted(expected, type));
  }
}

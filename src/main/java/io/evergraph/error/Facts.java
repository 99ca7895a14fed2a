package io.evergraph.error;

import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * Reads the facts of a case from plain values; an absent fact reads as "?" or 0, never as a
 * failure.
 */
record Facts(Map<String, ?> values) {

  String text(String name) {
    Object value = values.get(name);
    return value == null ? "?" : value.toString();
  }

  long number(String name) {
    return values.get(name) instanceof Number number ? number.longValue() : 0;
  }

  List<String> texts(String name) {
    return values.get(name) instanceof Collection<?> many
        ? many.stream().map(String::valueOf).toList()
        : List.of();
  }
}

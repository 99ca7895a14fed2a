package io.evergraph.error;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The facts of a case by name, sorted: text, numbers and lists of text. An absent fact reads as "?"
 * or 0, never as a failure.
 */
record Facts(Map<String, ?> values) {
  /** A fact in braces; a list of them with the text that separates its elements after a bar. */
  private static final Pattern FACT = Pattern.compile("\\{(\\w+)(?:\\|([^}]*))?}");

  Facts {
    Map<String, Object> plain = new TreeMap<>();
    values.forEach(
        (name, value) -> {
          if (value != null) {
            plain.put(name, plain(value));
          }
        });
    values = Collections.unmodifiableMap(plain);
  }

  private static Object plain(Object value) {
    if (value instanceof Collection<?> many) {
      return many.stream().map(String::valueOf).toList();
    }
    return value instanceof Number ? value : value.toString();
  }

  static Facts of(String name, Object value) {
    return new Facts(Map.of(name, value));
  }

  Facts and(String name, Object value) {
    Map<String, Object> more = new TreeMap<>(values);
    more.put(name, value);
    return new Facts(more);
  }

  String text(String name) {
    Object value = values.get(name);
    return value == null ? "?" : value.toString();
  }

  long number(String name) {
    return values.get(name) instanceof Number number ? number.longValue() : 0;
  }

  @SuppressWarnings("unchecked")
  List<String> texts(String name) {
    return values.get(name) instanceof List<?> many ? (List<String>) many : List.of();
  }

  String fill(String template) {
    return FACT.matcher(template)
        .replaceAll(
            fact ->
                Matcher.quoteReplacement(
                    fact.group(2) == null
                        ? text(fact.group(1))
                        : String.join(fact.group(2), texts(fact.group(1)))));
  }
}

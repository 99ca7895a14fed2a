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
  private static final Pattern NAME = Pattern.compile("\\{(\\w+)}");

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

  String lines(String name) {
    return "\n - " + String.join("\n - ", texts(name));
  }

  String fill(String template) {
    return NAME.matcher(template).replaceAll(name -> Matcher.quoteReplacement(text(name.group(1))));
  }
}

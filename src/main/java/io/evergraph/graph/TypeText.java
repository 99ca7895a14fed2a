package io.evergraph.graph;

import io.evergraph.state.GenericType;
import io.evergraph.state.JsonType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads the names that {@link TypeNames} gives to types. */
record TypeText(BindingRegistry names, Consumer<String> problems) {
  private static final Map<String, Object> ANYTHING = Map.of();

  Optional<Type> type(String text) {
    int open = text.indexOf('<');
    if (open < 0) {
      return named(text.strip());
    }
    if (!text.strip().endsWith(">")) {
      problems.accept(" has the type '" + text + "', which lacks a '>' at its end");
      return Optional.empty();
    }
    List<Type> arguments = new ArrayList<>();
    for (String argument : split(text.substring(open + 1, text.lastIndexOf('>')))) {
      type(argument).ifPresent(arguments::add);
    }
    return raw(text.substring(0, open).strip(), text, arguments);
  }

  private Optional<Type> raw(String name, String text, List<Type> arguments) {
    boolean isCollection = name.equals("list") || name.equals("map");
    if (isCollection && arguments.size() == 1) {
      return Optional.of(
          name.equals("list")
              ? new GenericType(List.class, arguments)
              : new GenericType(Map.class, List.of(String.class, arguments.get(0))));
    }
    if (isCollection) {
      problems.accept(" has the type '" + text + "'; a " + name + " has one known element type");
      return Optional.empty();
    }
    return named(name)
        .filter(Class.class::isInstance)
        .map(type -> new GenericType((Class<?>) type, arguments));
  }

  private Optional<Type> named(String name) {
    BindingRegistry.Found<Type> found = names.type(name);
    if (found.value().isEmpty()) {
      problems.accept(found.unknown(""));
    }
    return found.value();
  }

  /** Splits at the commas that stand outside of all brackets. */
  private static List<String> split(String text) {
    List<String> parts = new ArrayList<>();
    int depth = 0;
    int begin = 0;
    for (int position = 0; position < text.length(); position++) {
      char at = text.charAt(position);
      depth += at == '<' ? 1 : at == '>' ? -1 : 0;
      if (at == ',' && depth == 0) {
        parts.add(text.substring(begin, position));
        begin = position + 1;
      }
    }
    parts.add(text.substring(begin));
    return parts;
  }

  /** Returns the type of the elements of a list type; empty when it is no list. */
  static Optional<Type> elementOf(Type type) {
    if (type instanceof JsonType json) {
      return "array".equals(json.schema().get("type"))
          ? Optional.of(items(json.schema().get("items")))
          : Optional.empty();
    }
    return type instanceof ParameterizedType generic && generic.getRawType() == List.class
        ? Optional.of(generic.getActualTypeArguments()[0])
        : Optional.empty();
  }

  @SuppressWarnings("unchecked")
  private static JsonType items(@Nullable Object schema) {
    return new JsonType(schema instanceof Map<?, ?> map ? (Map<String, Object>) map : ANYTHING);
  }
}

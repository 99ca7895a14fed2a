package io.evergraph.graph;

import io.evergraph.state.GenericType;
import io.evergraph.state.JsonType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Writes and reads the names of types in a topology: words for those of the JDK, simple names for
 * classes, {@code list<…>}, {@code set<…>} and {@code map<…>} for collections. A class is never
 * loaded by its name.
 */
record TypeText(BindingRegistry names, Consumer<String> problems) {
  static final String JSON = "json";

  static final Map<String, Type> KNOWN =
      Map.ofEntries(
          Map.entry("any", Object.class),
          Map.entry("string", String.class),
          Map.entry("boolean", Boolean.class),
          Map.entry("integer", Integer.class),
          Map.entry("long", Long.class),
          Map.entry("double", Double.class),
          Map.entry("number", Number.class),
          Map.entry("bigInteger", BigInteger.class),
          Map.entry("decimal", BigDecimal.class),
          Map.entry("instant", Instant.class),
          Map.entry("date", LocalDate.class),
          Map.entry("dateTime", LocalDateTime.class),
          Map.entry("offsetDateTime", OffsetDateTime.class),
          Map.entry("duration", Duration.class),
          Map.entry("uuid", UUID.class),
          Map.entry(JSON, new JsonType(Map.of())));

  /** A map has texts as keys unless it names another type for them first. */
  private static final Map<String, Class<?>> COLLECTIONS =
      Map.of("list", List.class, "set", Set.class, "map", Map.class);

  private static final Map<Type, String> WORDS =
      KNOWN.entrySet().stream().collect(Collectors.toMap(Map.Entry::getValue, Map.Entry::getKey));
  private static final Map<String, Object> ANYTHING = Map.of();

  /** Returns the name of a type; a schema has none, and is written out elsewhere or not read. */
  static String of(Type type) {
    if (type instanceof ParameterizedType generic) {
      return generic(generic.getRawType(), Arrays.asList(generic.getActualTypeArguments()));
    }
    String word = WORDS.get(type);
    return word != null
        ? word
        : type instanceof Class<?> raw ? raw.getSimpleName() : type.getTypeName();
  }

  private static String generic(Type raw, List<Type> arguments) {
    boolean isByName = raw == Map.class && arguments.get(0) == String.class;
    return COLLECTIONS.entrySet().stream()
            .filter(word -> word.getValue() == raw)
            .map(Map.Entry::getKey)
            .findFirst()
            .orElseGet(() -> of(raw))
        + arguments.stream()
            .skip(isByName ? 1 : 0)
            .map(TypeText::of)
            .collect(Collectors.joining(",", "<", ">"));
  }

  /** Returns the type of a name; empty when the name is not known, which is a problem. */
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
    Class<?> collection = COLLECTIONS.get(name);
    if (collection == null) {
      return named(name)
          .filter(Class.class::isInstance)
          .map(type -> new GenericType((Class<?>) type, arguments));
    }
    if (arguments.size() == 1) {
      Type element = arguments.get(0);
      return Optional.of(
          new GenericType(
              collection,
              collection == Map.class ? List.of(String.class, element) : List.of(element)));
    }
    if (collection == Map.class && arguments.size() == 2) {
      return Optional.of(new GenericType(collection, arguments));
    }
    problems.accept(" has the type '" + text + "'; a " + name + " has one known element type");
    return Optional.empty();
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

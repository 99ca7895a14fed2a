package io.evergraph.graph;

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
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * The names of types in a topology: words for those of the JDK, simple names for classes, {@code
 * list<…>} and {@code map<…>} for collections. A class is never loaded by its name.
 */
final class TypeNames {
  static final Map<String, Type> KNOWN = known();

  static final String JSON = "json";

  private static final Map<Type, String> WORDS =
      KNOWN.entrySet().stream().collect(Collectors.toMap(Map.Entry::getValue, Map.Entry::getKey));

  private TypeNames() {}

  private static Map<String, Type> known() {
    Map<String, Type> known = new LinkedHashMap<>();
    known.put("any", Object.class);
    known.put("string", String.class);
    known.put("boolean", Boolean.class);
    known.put("integer", Integer.class);
    known.put("long", Long.class);
    known.put("double", Double.class);
    known.put("number", Number.class);
    known.put("bigInteger", BigInteger.class);
    known.put("decimal", BigDecimal.class);
    known.put("instant", Instant.class);
    known.put("date", LocalDate.class);
    known.put("dateTime", LocalDateTime.class);
    known.put("offsetDateTime", OffsetDateTime.class);
    known.put("duration", Duration.class);
    known.put("uuid", UUID.class);
    return known;
  }

  static String of(Type type) {
    if (type instanceof JsonType) {
      return JSON;
    }
    if (type instanceof ParameterizedType generic) {
      return generic(generic.getRawType(), Arrays.asList(generic.getActualTypeArguments()));
    }
    String word = WORDS.get(type);
    return word != null
        ? word
        : type instanceof Class<?> raw ? raw.getSimpleName() : type.getTypeName();
  }

  private static String generic(Type raw, List<Type> arguments) {
    if (raw == List.class) {
      return "list<" + of(arguments.get(0)) + ">";
    }
    if (raw == Map.class && arguments.get(0) == String.class) {
      return "map<" + of(arguments.get(1)) + ">";
    }
    return of(raw)
        + "<"
        + arguments.stream().map(TypeNames::of).collect(Collectors.joining(","))
        + ">";
  }
}

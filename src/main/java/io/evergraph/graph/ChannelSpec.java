package io.evergraph.graph;

import io.evergraph.state.Channel;
import io.evergraph.state.JsonType;
import io.evergraph.state.Lifetime;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A channel as data.
 *
 * @param type the name of the type: a word such as {@code string}, the simple name of a class, or
 *     {@code list<…>}, {@code set<…>} and {@code map<…>} of those; {@code json} where a schema says
 *     it
 * @param schema the JSON schema that values fit; empty for types that have a name
 * @param reducerVersion the version of the reducer's meaning
 * @param lifetime how long the channel holds what is written to it
 * @param initial what it holds before the first write, as text, number, boolean, list or map; empty
 *     where that is what its reducer begins with, or an object of a class that has no plain form
 */
public record ChannelSpec(
    String name,
    String type,
    Map<String, Object> schema,
    String reducer,
    String reducerVersion,
    Lifetime lifetime,
    Optional<Object> initial) {
  /** The type of channels whose values a JSON schema describes. */
  public static final String JSON = TypeText.JSON;

  public ChannelSpec {
    schema = Collections.unmodifiableMap(new LinkedHashMap<>(schema));
    initial = initial.flatMap(StartValues::plain);
  }

  /** Describes a channel. */
  public static ChannelSpec of(Channel<?> channel) {
    Map<String, Object> schema = schema(channel.type()).orElse(Map.of());
    return new ChannelSpec(
        channel.name(),
        schema.isEmpty() ? TypeText.of(channel.type()) : JSON,
        schema,
        channel.reducer().name(),
        channel.reducer().version(),
        channel.lifetime(),
        StartValues.of(channel));
  }

  /**
   * Returns all of this as text for fingerprints: what is added here has to be left out if usual.
   */
  String canonical() {
    return "ChannelSpec[name=%s, type=%s, schema=%s, reducer=%s, reducerVersion=%s, lifetime=%s]"
            .formatted(name, type, sorted(schema), reducer, reducerVersion, lifetime)
        + initial.map(value -> " starting at " + sorted(value)).orElse("");
  }

  /** The order of a map may be another one in each process. */
  static Object sorted(Object plain) {
    if (plain instanceof List<?> many) {
      return many.stream().map(ChannelSpec::sorted).toList();
    }
    if (plain instanceof Map<?, ?> map) {
      Map<String, Object> entries = new TreeMap<>();
      map.forEach((key, value) -> entries.put("" + key, sorted(value)));
      return entries;
    }
    return plain;
  }

  /** Returns what a type with a JSON schema in it says about values; empty for other types. */
  private static Optional<Map<String, Object>> schema(Type type) {
    if (type instanceof JsonType json) {
      return Optional.of(json.schema());
    }
    if (!(type instanceof ParameterizedType generic)) {
      return Optional.empty();
    }
    Type[] arguments = generic.getActualTypeArguments();
    Optional<Map<String, Object>> inner = schema(arguments[arguments.length - 1]);
    if (generic.getRawType() == List.class) {
      return inner.map(items -> Map.of("type", "array", "items", items));
    }
    return generic.getRawType() == Map.class && arguments[0] == String.class
        ? inner.map(values -> Map.of("type", "object", "additionalProperties", values))
        : Optional.empty();
  }
}

package io.evergraph.graph;

import io.evergraph.state.Channel;
import io.evergraph.state.JsonType;
import io.evergraph.state.Lifetime;
import java.lang.reflect.Type;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A channel as data.
 *
 * @param name the name
 * @param type the name of the type: a word such as {@code string}, the simple name of a class, or
 *     {@code list<…>} and {@code map<…>} of those; {@code json} where a schema says it
 * @param schema the JSON schema that values fit; empty for types that have a name
 * @param reducer the name of the reducer
 * @param reducerVersion the version of the reducer's meaning
 * @param lifetime how long the channel holds what is written to it
 */
public record ChannelSpec(
    String name,
    String type,
    Map<String, Object> schema,
    String reducer,
    String reducerVersion,
    Lifetime lifetime) {
  /** The type of channels whose values a JSON schema describes. */
  public static final String JSON = TypeNames.JSON;

  /** Copies the schema. */
  public ChannelSpec {
    schema = Collections.unmodifiableMap(new LinkedHashMap<>(schema));
  }

  /** Makes the description of a channel that holds what is written to it as long as its thread. */
  public ChannelSpec(
      String name, String type, Map<String, Object> schema, String reducer, String version) {
    this(name, type, schema, reducer, version, Lifetime.THREAD);
  }

  /** Describes a channel. */
  public static ChannelSpec of(Channel<?> channel) {
    Map<String, Object> schema = schema(channel.type());
    return new ChannelSpec(
        channel.name(),
        schema.isEmpty() ? TypeNames.of(channel.type()) : JSON,
        schema,
        channel.reducer().name(),
        channel.reducer().version(),
        channel.lifetime());
  }

  private static Map<String, Object> schema(Type type) {
    if (type instanceof JsonType json) {
      return json.schema();
    }
    return TypeText.elementOf(type)
        .filter(JsonType.class::isInstance)
        .map(items -> Map.<String, Object>of("type", "array", "items", ((JsonType) items).schema()))
        .orElse(Map.of());
  }
}

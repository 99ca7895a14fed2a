package io.evergraph.runtime.codec;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.github.victools.jsonschema.generator.OptionPreset;
import com.github.victools.jsonschema.generator.SchemaBuilder;
import com.github.victools.jsonschema.generator.SchemaGenerator;
import com.github.victools.jsonschema.generator.SchemaGeneratorConfigBuilder;
import com.github.victools.jsonschema.generator.SchemaKeyword;
import com.github.victools.jsonschema.generator.SchemaVersion;
import io.evergraph.graph.ChannelSpec;
import io.evergraph.graph.Graph;
import io.evergraph.state.Channel;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;

/** JSON schemas of what the channels of graphs hold, derived from their Java types. Thread-safe. */
public final class ChannelSchemas {
  private static final TypeReference<Map<String, Object>> TREE = new TypeReference<>() {};
  private static final SchemaVersion DRAFT = SchemaVersion.DRAFT_2020_12;

  private final StateCodec codec;
  private final SchemaGenerator generator =
      new SchemaGenerator(new SchemaGeneratorConfigBuilder(DRAFT, OptionPreset.PLAIN_JSON).build());

  public ChannelSchemas(StateCodec codec) {
    this.codec = codec;
  }

  /** Returns the schema of an object that has the wanted channels as members. */
  public Map<String, Object> of(Graph graph, Predicate<String> wanted) {
    SchemaBuilder types = generator.buildMultipleSchemaDefinitions();
    Map<String, Object> members = new LinkedHashMap<>();
    for (ChannelSpec channel : graph.spec().channels()) {
      if (wanted.test(channel.name())) {
        members.put(channel.name(), schema(channel, graph, types));
      }
    }
    Object shared = types.collectDefinitions(SchemaKeyword.TAG_DEFINITIONS.forVersion(DRAFT));
    Map<String, Object> properties = new LinkedHashMap<>();
    members.forEach((name, schema) -> properties.put(name, titled(name, tree(schema))));
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("title", graph.name());
    schema.put("type", "object");
    schema.put("properties", properties);
    Map<String, Object> definitions = tree(shared);
    if (!definitions.isEmpty()) {
      schema.put(SchemaKeyword.TAG_DEFINITIONS.forVersion(DRAFT), definitions);
    }
    return schema;
  }

  private Object schema(ChannelSpec spec, Graph graph, SchemaBuilder types) {
    if (!spec.schema().isEmpty()) {
      return codec.toJson(spec.schema());
    }
    Channel<?> channel = Objects.requireNonNull(graph.schema().channels().get(spec.name()));
    return types.createSchemaReference(channel.type());
  }

  private static Map<String, Object> titled(String name, Map<String, Object> schema) {
    Map<String, Object> titled = new LinkedHashMap<>();
    titled.put("title", name);
    titled.putAll(schema);
    return titled;
  }

  /** Through text: the generator may have a JSON library of its own. */
  private Map<String, Object> tree(Object json) {
    try {
      return codec.mapper().readValue(json.toString(), TREE);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("Expected the schema generator to write JSON.", impossible);
    }
  }
}

package io.evergraph.llm.tool;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.langchain4j.internal.JsonSchemaElementJsonUtils;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.output.structured.Description;
import io.evergraph.error.InvalidValueException;
import io.evergraph.runtime.codec.AnswerSchemas;
import io.evergraph.runtime.codec.JsonSchemas;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.state.JsonType;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Type;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A type whose values a model writes as JSON objects: the arguments of a graph, or an answer. The
 * model is told what has to be there, and LangChain4j's {@link Description}s.
 *
 * @param <T> the type
 */
final class WrittenType<T> {
  private static final String PLACE = "what the model wrote";
  private static final TypeReference<Map<String, Object>> TREE = new TypeReference<>() {};
  private static final StateCodec CODEC = StateCodec.create();

  private final Type type;
  private final Map<String, Object> schema;
  private final JsonObjectSchema parameters;
  private final JsonSchemas checks = new JsonSchemas();

  private WrittenType(Type type, Map<String, Object> schema, JsonObjectSchema parameters) {
    this.type = type;
    this.schema = schema;
    this.parameters = parameters;
  }

  /**
   * Returns a type; empty where its values are no JSON objects, or a model cannot be told which.
   */
  static <T> Optional<WrittenType<T>> of(Type type) {
    return schema(type)
        .map(WrittenType::bare)
        .flatMap(it -> told(it).map(parameters -> new WrittenType<>(type, it, parameters)));
  }

  private static Optional<Map<String, Object>> schema(Type type) {
    return type instanceof JsonType json
        ? Optional.of(json.schema())
        : Optional.ofNullable(new AnswerSchemas(CODEC, WrittenType::words).of(type));
  }

  private static Optional<JsonObjectSchema> told(Map<String, Object> schema) {
    ObjectNode told = ToldSchema.of(CODEC.mapper().valueToTree(schema));
    return JsonSchemaElementJsonUtils.fromMap(CODEC.mapper().convertValue(told, TREE))
            instanceof JsonObjectSchema parameters
        ? Optional.of(parameters)
        : Optional.empty();
  }

  /** It stands inside other schemas, too. */
  private static Map<String, Object> bare(Map<String, Object> schema) {
    Map<String, Object> bare = new LinkedHashMap<>(schema);
    bare.remove("$schema");
    return Collections.unmodifiableMap(bare);
  }

  private static Optional<String> words(AnnotatedElement declared) {
    return Optional.ofNullable(declared.getAnnotation(Description.class))
        .map(it -> String.join(" ", it.value()));
  }

  /** Returns what is checked: an optional component may be null as well as left out. */
  Map<String, Object> schema() {
    return schema;
  }

  /** Returns what the model is told, as the parameters of a tool. */
  JsonObjectSchema parameters() {
    return parameters;
  }

  /** Returns what is wrong with a text; nothing where it is a value. */
  List<String> problems(String text) {
    try {
      JsonNode written = object(text);
      List<String> problems = checks.problems(schema, written);
      return problems.isEmpty() ? unbound(written) : problems;
    } catch (InvalidValueException beyond) {
      return List.of(String.valueOf(beyond.getMessage()));
    } catch (IllegalArgumentException malformed) {
      return List.of("expected a JSON object but found " + text);
    }
  }

  /** The type may check more than its schema says. */
  private List<String> unbound(JsonNode written) {
    T unused = CODEC.fromJson(written, type, PLACE);
    return List.of();
  }

  /** Numbers keep their digits, within the limits of values. */
  private JsonNode object(String text) {
    return CODEC.toJson(CODEC.object(text), PLACE);
  }

  /** Returns the value that a text without problems is. */
  T read(String text) {
    @Nullable T value = CODEC.fromJson(object(text), type, PLACE);
    return Objects.requireNonNull(value, "an object");
  }
}

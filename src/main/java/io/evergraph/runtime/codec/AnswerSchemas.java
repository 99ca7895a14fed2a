package io.evergraph.runtime.codec;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.github.victools.jsonschema.generator.FieldScope;
import com.github.victools.jsonschema.generator.Option;
import com.github.victools.jsonschema.generator.OptionPreset;
import com.github.victools.jsonschema.generator.SchemaGenerator;
import com.github.victools.jsonschema.generator.SchemaGeneratorConfigBuilder;
import com.github.victools.jsonschema.generator.SchemaVersion;
import com.github.victools.jsonschema.generator.TypeScope;
import com.github.victools.jsonschema.module.jackson.JacksonSchemaModule;
import io.evergraph.error.InvalidAnswerException;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Interrupt;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * JSON schemas of answers: derived from Java types for questions, and checked when answers come in.
 * Thread-safe.
 */
public final class AnswerSchemas {
  private static final TypeReference<Map<String, Object>> TREE = new TypeReference<>() {};

  private final StateCodec codec;
  private final SchemaGenerator generator;
  private final Map<Type, Map<String, Object>> derived = new ConcurrentHashMap<>();
  private final JsonSchemas schemas = new JsonSchemas();

  public AnswerSchemas(StateCodec codec) {
    this(codec, generator(bounded(options(declared -> Optional.empty()))));
  }

  /**
   * Returns schemas that say more in words, and of each component whether it may be null.
   *
   * @param words what is said of a type or a component, beside Jackson's own annotations
   */
  public AnswerSchemas(StateCodec codec, Function<AnnotatedElement, Optional<String>> words) {
    this(codec, generator(options(words).with(Option.INLINE_NULLABLE_SCHEMAS)));
  }

  private AnswerSchemas(StateCodec codec, SchemaGenerator generator) {
    this.codec = codec;
    this.generator = generator;
  }

  /** Those for models say nothing of bounds: not every provider takes them. */
  private static SchemaGeneratorConfigBuilder bounded(SchemaGeneratorConfigBuilder options) {
    options
        .forTypesInGeneral()
        .withNumberInclusiveMinimumResolver(scope -> bound(scope, Long.MIN_VALUE))
        .withNumberInclusiveMaximumResolver(scope -> bound(scope, Long.MAX_VALUE));
    return options;
  }

  /** Returns what a type of whole numbers holds on one side; null for other types. */
  private static @Nullable BigDecimal bound(TypeScope scope, long furthest) {
    Class<?> type = erased(scope);
    if (type == long.class || type == Long.class) {
      return BigDecimal.valueOf(furthest);
    }
    if (type == int.class || type == Integer.class) {
      return BigDecimal.valueOf(furthest < 0 ? Integer.MIN_VALUE : Integer.MAX_VALUE);
    }
    boolean isShort = type == short.class || type == Short.class;
    return isShort ? BigDecimal.valueOf(furthest < 0 ? Short.MIN_VALUE : Short.MAX_VALUE) : null;
  }

  private static SchemaGenerator generator(SchemaGeneratorConfigBuilder options) {
    return new SchemaGenerator(options.build());
  }

  /**
   * Takes what the codec writes, by the names that Jackson writes. A component of a primitive type
   * has no value to stand for its absence: it is required; any other may be null, unless Jackson is
   * told that it is required.
   */
  private static SchemaGeneratorConfigBuilder options(
      Function<AnnotatedElement, Optional<String>> words) {
    SchemaGeneratorConfigBuilder options =
        new SchemaGeneratorConfigBuilder(SchemaVersion.DRAFT_2020_12, OptionPreset.PLAIN_JSON)
            .with(
                Option.FORBIDDEN_ADDITIONAL_PROPERTIES_BY_DEFAULT,
                Option.MAP_VALUES_AS_ADDITIONAL_PROPERTIES)
            .with(new JacksonSchemaModule());
    options
        .forFields()
        .withRequiredCheck(field -> isRequired(field))
        .withNullableCheck(field -> !isRequired(field))
        .withDescriptionResolver(field -> words.apply(field.getRawMember()).orElse(null));
    options
        .forTypesInGeneral()
        .withDescriptionResolver(scope -> words.apply(erased(scope)).orElse(null));
    return options;
  }

  private static boolean isRequired(FieldScope field) {
    JsonProperty property = field.getAnnotationConsideringFieldAndGetter(JsonProperty.class);
    return erased(field).isPrimitive() || (property != null && property.required());
  }

  private static Class<?> erased(TypeScope scope) {
    return scope.getType().getErasedType();
  }

  /** Returns null for {@code Object}, which takes any answer. */
  public @Nullable Map<String, Object> of(Type answerType) {
    return answerType == Object.class ? null : derived.computeIfAbsent(answerType, this::derive);
  }

  private Map<String, Object> derive(Type type) {
    try {
      return codec.mapper().readValue(generator.generateSchema(type).toString(), TREE);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("Expected the schema generator to write JSON.", impossible);
    }
  }

  /**
   * Lets a question pass whose answers can be checked.
   *
   * @throws io.evergraph.error.InvalidValueException when its schema is broken
   */
  public void requireCheckable(Interrupt question) {
    Map<String, Object> schema = question.schema();
    if (schema != null) {
      schemas.require(schema, "the schema of a question of '" + question.node() + "'");
    }
  }

  public void check(List<Interrupt> open, List<Answer> answers) {
    asked(open, answers).forEach((question, given) -> check(question, given.orElse(null)));
  }

  /**
   * Returns what is answered, and how. Answers are taken one after the other: the one without an id
   * is for the question that those before it leave.
   */
  public static Map<Interrupt, Optional<Object>> asked(List<Interrupt> open, List<Answer> answers) {
    List<Interrupt> left = new ArrayList<>(open);
    Map<Interrupt, Optional<Object>> asked = new LinkedHashMap<>();
    for (Answer answer : answers) {
      if (answer instanceof Answer.Value given) {
        given
            .among(left)
            .ifPresent(
                question -> {
                  left.remove(question);
                  asked.put(question, Optional.ofNullable(given.value()));
                });
      }
    }
    return asked;
  }

  public static String named(List<Answer> answers) {
    return answers.stream()
        .filter(Answer.Value.class::isInstance)
        .map(answer -> ((Answer.Value) answer).interruptId())
        .filter(Objects::nonNull)
        .findFirst()
        .orElse("-");
  }

  public void check(Interrupt question, @Nullable Object answer) {
    Map<String, Object> schema = question.schema();
    List<String> problems =
        schema == null ? List.of() : schemas.problems(schema, codec.toJson(answer));
    if (!problems.isEmpty()) {
      throw new InvalidAnswerException(question.id(), problems);
    }
  }
}

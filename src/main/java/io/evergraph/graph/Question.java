package io.evergraph.graph;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a node asks a person or another system, and the type of the answer.
 *
 * @param value what is shown to whom answers: text, or any value that the codec can write
 * @param answerType the type of the answer; {@code Object} takes any JSON as plain maps, lists and
 *     values
 * @param schema the JSON schema of the answer as plain maps, lists and values, checked at the door;
 *     null derives it from the type
 * @param metadata free facts for doors and pages
 * @param <T> the type of the answer
 */
public record Question<T>(
    Object value,
    Class<T> answerType,
    @Nullable Map<String, Object> schema,
    Map<String, Object> metadata) {
  /** Copies schema and metadata. */
  public Question {
    Objects.requireNonNull(value, "value");
    Objects.requireNonNull(answerType, "answerType");
    schema = schema == null ? null : Collections.unmodifiableMap(new LinkedHashMap<>(schema));
    metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
  }

  /** Returns a question that any JSON answers. */
  public static Question<Object> of(Object value) {
    return new Question<>(value, Object.class, null, Map.of());
  }

  /** Returns a question whose answer must fit a type: its JSON schema is checked at the door. */
  public static <T> Question<T> asking(Class<T> answerType, Object value) {
    return new Question<>(value, answerType, null, Map.of());
  }

  /** Returns this question with a JSON schema of its own instead of the type's. */
  public Question<T> fitting(Map<String, Object> answerSchema) {
    return new Question<>(value, answerType, answerSchema, metadata);
  }

  /** Returns this question with one more fact for doors and pages. */
  public Question<T> with(String name, Object fact) {
    Map<String, Object> more = new LinkedHashMap<>(metadata);
    more.put(name, fact);
    return new Question<>(value, answerType, schema, more);
  }
}

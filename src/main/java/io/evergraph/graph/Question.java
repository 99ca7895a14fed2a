package io.evergraph.graph;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * What a node asks a person or another system, and the type of the answer.
 *
 * @param value what is shown to whom answers: text, or any value that the codec can write
 * @param answerType the type of the answer; {@code Object} takes any JSON as plain maps, lists and
 *     values
 * @param metadata free facts for doors and pages
 * @param <T> the type of the answer
 */
public record Question<T>(Object value, Class<T> answerType, Map<String, Object> metadata) {
  /** Copies the metadata. */
  public Question {
    Objects.requireNonNull(value, "value");
    Objects.requireNonNull(answerType, "answerType");
    metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
  }

  /** Returns a question that any JSON answers. */
  public static Question<Object> of(Object value) {
    return new Question<>(value, Object.class, Map.of());
  }

  /** Returns a question whose answer must fit a type: its JSON schema is checked at the door. */
  public static <T> Question<T> asking(Class<T> answerType, Object value) {
    return new Question<>(value, answerType, Map.of());
  }

  /** Returns this question with one more fact for doors and pages. */
  public Question<T> with(String name, Object fact) {
    Map<String, Object> more = new LinkedHashMap<>(metadata);
    more.put(name, fact);
    return new Question<>(value, answerType, more);
  }
}

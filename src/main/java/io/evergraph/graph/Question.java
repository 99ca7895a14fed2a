package io.evergraph.graph;

import java.time.Duration;
import java.util.Arrays;
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
 * @param schema the JSON schema of the answer as plain maps, lists and values; the endpoints check
 *     answers against it; null derives it from the type
 * @param metadata free facts for endpoints and pages
 * @param expiry how long it waits; null waits for ever
 */
public record Question<T>(
    Object value,
    Class<T> answerType,
    @Nullable Map<String, Object> schema,
    Map<String, Object> metadata,
    @Nullable Expiry expiry) {
  public Question {
    Objects.requireNonNull(value, "value");
    Objects.requireNonNull(answerType, "answerType");
    schema = schema == null ? null : Collections.unmodifiableMap(new LinkedHashMap<>(schema));
    metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
  }

  /** Returns a question that any JSON answers. */
  public static Question<Object> of(Object value) {
    return new Question<>(value, Object.class, null, Map.of(), null);
  }

  /** Returns a question whose answer must fit a type: its JSON schema is checked when it comes. */
  public static <T> Question<T> asking(Class<T> answerType, Object value) {
    return new Question<>(value, answerType, null, Map.of(), null);
  }

  /** Returns this question with a JSON schema of its own instead of the type's. */
  public Question<T> fitting(Map<String, Object> answerSchema) {
    return new Question<>(value, answerType, answerSchema, metadata, expiry);
  }

  /** Returns this question with one more fact for endpoints and pages. */
  public Question<T> with(String name, Object fact) {
    Map<String, Object> more = new LinkedHashMap<>(metadata);
    more.put(name, fact);
    return new Question<>(value, answerType, schema, more, expiry);
  }

  /**
   * Returns this question with a time to answer it; when it is up, the task fails, unless {@link
   * #otherwise} or {@link #otherwiseGoTo} says what else.
   */
  public Question<T> expiresAfter(Duration wait) {
    return with(new Expiry(wait, expiry == null ? new Expiry.FailTask() : expiry.then()));
  }

  /**
   * Returns this question with the answer that counts when its time is up.
   *
   * @throws IllegalStateException when the question has no {@link #expiresAfter}
   */
  public Question<T> otherwise(@Nullable Object answer) {
    return then(new Expiry.TakeAnswer(answer));
  }

  /**
   * Returns this question with the nodes to go to when its time is up, in place of what follows the
   * node that asks.
   *
   * @throws IllegalStateException when the question has no {@link #expiresAfter}
   */
  public Question<T> otherwiseGoTo(String... targets) {
    return then(new Expiry.GoTo(Arrays.asList(targets)));
  }

  private Question<T> then(Expiry.WhenExpired what) {
    if (expiry == null) {
      throw new IllegalStateException(
          "Expected a question that expires but found one that waits for ever. Call expiresAfter"
              + " first.");
    }
    return with(new Expiry(expiry.after(), what));
  }

  private Question<T> with(Expiry other) {
    return new Question<>(value, answerType, schema, metadata, other);
  }
}

package io.evergraph.backend;

import io.evergraph.graph.Emission;
import io.evergraph.runtime.codec.PlainJson;
import io.evergraph.runtime.spi.Emitted;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Emissions as JSON texts, for those who read them in other processes. */
public final class EmittedForm {
  private static final String THREAD = "thread";
  private static final String RUN = "run";
  private static final String NAMESPACE = "namespace";
  private static final String STEP = "step";
  private static final String CHECKPOINT = "checkpoint";
  private static final String TASK = "task";
  private static final String NODE = "node";
  private static final String ATTEMPT = "attempt";
  private static final String SEQUENCE = "sequence";
  private static final String AT = "at";
  private static final String KIND = "kind";
  private static final String VALUE = "value";
  private static final String TEXT = "text";
  private static final String FRACTION = "fraction";
  private static final String MESSAGE = "message";
  private static final String ERROR = "error";
  private static final String RETRY_AFTER = "retryAfter";

  /** The kinds of emissions. */
  private enum Kind {
    CUSTOM,
    PROGRESS,
    TEXT,
    BEGUN,
    FAILED
  }

  private EmittedForm() {}

  /** Returns the text of an emission. */
  public static String text(Emitted emitted) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put(THREAD, emitted.thread());
    fields.put(RUN, emitted.runId());
    fields.put(NAMESPACE, emitted.namespace());
    fields.put(STEP, emitted.step());
    fields.put(CHECKPOINT, emitted.checkpoint());
    fields.put(TASK, emitted.taskId());
    fields.put(NODE, emitted.node());
    fields.put(ATTEMPT, emitted.attempt());
    fields.put(SEQUENCE, emitted.sequence());
    fields.put(AT, emitted.at().toString());
    fields.putAll(fields(emitted.emission()));
    return PlainJson.text(fields);
  }

  private static Map<String, @Nullable Object> fields(Emission emission) {
    return emission.match(
        custom -> of(Kind.CUSTOM, VALUE, custom.value()),
        progress -> of(Kind.PROGRESS, TEXT, progress.text(), FRACTION, progress.fraction()),
        text -> of(Kind.TEXT, MESSAGE, text.messageId(), TEXT, text.delta()),
        begun -> of(Kind.BEGUN),
        failed ->
            of(
                Kind.FAILED,
                ERROR,
                failed.error(),
                TEXT,
                failed.message(),
                RETRY_AFTER,
                Optional.ofNullable(failed.retryAfter()).map(Duration::toString).orElse(null)));
  }

  private static Map<String, @Nullable Object> of(Kind kind, @Nullable Object... pairs) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put(KIND, kind.name());
    for (int at = 0; at < pairs.length; at += 2) {
      fields.put(String.valueOf(pairs[at]), pairs[at + 1]);
    }
    return fields;
  }

  /** Returns the emission of a text that {@link #text} made. */
  public static Emitted read(String text) {
    Map<String, Object> fields = PlainJson.values(text);
    return new Emitted(
        string(fields, THREAD),
        string(fields, RUN),
        string(fields, NAMESPACE),
        (int) whole(fields, STEP),
        whole(fields, CHECKPOINT),
        string(fields, TASK),
        string(fields, NODE),
        (int) whole(fields, ATTEMPT),
        whole(fields, SEQUENCE),
        Instant.parse(string(fields, AT)),
        emission(fields));
  }

  private static Emission emission(Map<String, Object> fields) {
    return switch (Kind.valueOf(string(fields, KIND))) {
      case CUSTOM -> new Emission.Custom(fields.get(VALUE));
      case PROGRESS -> new Emission.Progress(string(fields, TEXT), fraction(fields.get(FRACTION)));
      case TEXT -> new Emission.Text(string(fields, MESSAGE), string(fields, TEXT));
      case BEGUN -> new Emission.AttemptBegun();
      case FAILED ->
          new Emission.AttemptFailed(
              string(fields, ERROR), string(fields, TEXT), pause(fields.get(RETRY_AFTER)));
    };
  }

  /** Others may write the number in another way, which is then no double to those who read it. */
  private static @Nullable Double fraction(@Nullable Object number) {
    return number == null ? null : Double.valueOf(((Number) number).doubleValue());
  }

  private static @Nullable Duration pause(@Nullable Object text) {
    return text == null ? null : Duration.parse(text.toString());
  }

  private static String string(Map<String, Object> fields, String name) {
    return String.valueOf(fields.get(name));
  }

  private static long whole(Map<String, Object> fields, String name) {
    return ((Number) Objects.requireNonNull(fields.get(name))).longValue();
  }
}

package io.evergraph.server;

import io.evergraph.runtime.codec.StateCodec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What a member of a JSON object may hold.
 *
 * @param expected what messages call it
 * @param read reads a plain value; empty when it is of another kind
 */
public record Kind<T>(String expected, Function<Object, Optional<T>> read) {
  private static final StateCodec CODEC = StateCodec.create();

  /** Text that is not blank. */
  public static final Kind<String> TEXT = simple("text", String.class, text -> !text.isBlank());

  /** A truth value. */
  public static final Kind<Boolean> FLAG = simple("true or false", Boolean.class, flag -> true);

  /** A number of things that are wanted. */
  public static final Kind<Integer> COUNT =
      simple("a whole number of at least 1", Integer.class, number -> number >= 1);

  /** A number that may be none. */
  public static final Kind<Integer> NUMBER =
      simple("a whole number of at least 0", Integer.class, number -> number >= 0);

  /** The number of a superstep; what a run begins with has -1. */
  public static final Kind<Integer> STEP =
      simple("a whole number of at least -1", Integer.class, number -> number >= -1);

  /** Several texts, or one. */
  public static final Kind<List<String>> TEXTS = new Kind<>("text or a list of text", Kind::texts);

  /** An object with all its members. */
  public static final Kind<Map<String, @Nullable Object>> OBJECT =
      new Kind<>("a JSON object", Kind::object);

  /** An object with all its members; numbers are those that it has in every process once sent. */
  public static final Kind<Map<String, @Nullable Object>> PLAIN =
      new Kind<>(
          OBJECT.expected,
          value ->
              object(value)
                  .flatMap(it -> Optional.ofNullable(CODEC.plain(it)))
                  .flatMap(Kind::object));

  /** Such an object without the members that are null. */
  public static final Kind<Map<String, Object>> VALUES =
      new Kind<>(OBJECT.expected, value -> PLAIN.read.apply(value).map(Kind::present));

  /** Returns the kind of text that is one of a few. */
  public static Kind<String> oneOf(String... choices) {
    return simple("one of " + List.of(choices), String.class, List.of(choices)::contains);
  }

  /** Returns the kind of text that names one of the constants, in lower case. */
  public static <E extends Enum<E>> Kind<E> oneOf(Class<E> constants) {
    Map<Object, E> byName = new LinkedHashMap<>();
    Arrays.stream(constants.getEnumConstants())
        .forEach(it -> byName.put(it.name().toLowerCase(Locale.ROOT), it));
    return new Kind<>("one of " + byName.keySet(), name -> Optional.ofNullable(byName.get(name)));
  }

  private static <T> Kind<T> simple(String expected, Class<T> type, Predicate<T> fits) {
    return new Kind<>(
        expected,
        value -> Optional.of(value).filter(type::isInstance).map(type::cast).filter(fits));
  }

  private static Optional<List<String>> texts(Object value) {
    List<String> texts = new ArrayList<>();
    for (Object element : value instanceof List<?> list ? list : List.of(value)) {
      if (!(element instanceof String text)) {
        return Optional.empty();
      }
      texts.add(text);
    }
    return Optional.of(texts);
  }

  private static Optional<Map<String, @Nullable Object>> object(Object value) {
    if (!(value instanceof Map<?, ?> map)) {
      return Optional.empty();
    }
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    map.forEach((name, member) -> members.put(String.valueOf(name), member));
    return Optional.of(members);
  }

  private static Map<String, Object> present(Map<String, @Nullable Object> members) {
    Map<String, Object> present = new LinkedHashMap<>();
    members.forEach(
        (name, value) -> {
          if (value != null) {
            present.put(name, value);
          }
        });
    return present;
  }
}

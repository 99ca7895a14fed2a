package io.evergraph.graph;

import io.evergraph.state.Channel;
import io.evergraph.state.JsonType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What channels hold before the first write, as plain text, numbers, booleans, lists and maps, and
 * back again. Objects of classes of yours have no plain form here.
 */
final class StartValues {
  private static final Map<Type, Function<String, Object>> READERS =
      Map.ofEntries(
          Map.entry(Integer.class, Integer::valueOf),
          Map.entry(Long.class, Long::valueOf),
          Map.entry(Double.class, Double::valueOf),
          Map.entry(BigInteger.class, BigInteger::new),
          Map.entry(BigDecimal.class, BigDecimal::new),
          Map.entry(Instant.class, Instant::parse),
          Map.entry(LocalDate.class, LocalDate::parse),
          Map.entry(LocalDateTime.class, LocalDateTime::parse),
          Map.entry(OffsetDateTime.class, OffsetDateTime::parse),
          Map.entry(Duration.class, Duration::parse),
          Map.entry(UUID.class, UUID::fromString));

  private StartValues() {}

  /**
   * Returns the plain form of what a channel begins with; empty when its reducer begins with the
   * same, or when there is no plain form.
   */
  static Optional<Object> of(Channel<?> channel) {
    Optional<Object> usual = channel.reducer().initial(channel.type());
    return channel
        .initial()
        .filter(value -> !usual.equals(Optional.of(value)))
        .flatMap(StartValues::plain);
  }

  /** Returns the plain form of a value; empty when it, or something in it, has none. */
  static Optional<Object> plain(@Nullable Object value) {
    if (value == null) {
      return Optional.empty();
    }
    if (value instanceof Collection<?> many) {
      return plainList(many);
    }
    if (value instanceof Map<?, ?> map) {
      return plainMap(map);
    }
    if (value instanceof Enum<?> constant) {
      return Optional.of(constant.name());
    }
    if (value instanceof String || value instanceof Boolean || value instanceof Double) {
      return Optional.of(value);
    }
    return READERS.containsKey(value.getClass())
        ? Optional.of(isWhole(value) ? smallest(value) : value.toString())
        : Optional.empty();
  }

  private static boolean isWhole(Object value) {
    return value instanceof Integer || value instanceof Long || value instanceof BigInteger;
  }

  /** Numbers are equal in all forms of text only if their types do not tell more than they do. */
  private static Object smallest(Object whole) {
    BigInteger number = new BigInteger(whole.toString());
    if (number.bitLength() < Integer.SIZE) {
      return number.intValueExact();
    }
    return number.bitLength() < Long.SIZE ? (Object) number.longValueExact() : number;
  }

  private static Optional<Object> plainList(Collection<?> many) {
    List<Object> elements = new ArrayList<>();
    many.forEach(element -> plain(element).ifPresent(elements::add));
    if (many instanceof Set<?>) {
      // its own order may be by chance
      elements.sort(Comparator.comparing(it -> String.valueOf(ChannelSpec.sorted(it))));
    }
    return elements.size() == many.size()
        ? Optional.of(Collections.unmodifiableList(elements))
        : Optional.empty();
  }

  private static Optional<Object> plainMap(Map<?, ?> map) {
    Map<String, Object> entries = new LinkedHashMap<>();
    map.forEach(
        (key, value) ->
            plain(key)
                .ifPresent(name -> plain(value).ifPresent(it -> entries.put(name.toString(), it))));
    return entries.size() == map.size()
        ? Optional.of(Collections.unmodifiableMap(entries))
        : Optional.empty();
  }

  /** Returns a value of a type from its plain form; empty when it does not fit. */
  static Optional<Object> typed(Type type, Object plain) {
    if (type instanceof JsonType || type == Object.class || type.equals(plain.getClass())) {
      return Optional.of(plain);
    }
    if (type == Number.class) {
      return plain instanceof Number ? Optional.of(plain) : read(BigDecimal::new, plain);
    }
    if (type instanceof ParameterizedType generic) {
      return typedAll(generic, plain);
    }
    if (type instanceof Class<?> raw && raw.isEnum()) {
      return Arrays.stream(raw.getEnumConstants())
          .<Object>map(constant -> constant)
          .filter(constant -> ((Enum<?>) constant).name().equals(plain))
          .findFirst();
    }
    return Optional.ofNullable(READERS.get(type)).flatMap(reader -> read(reader, plain));
  }

  private static Optional<Object> read(Function<String, Object> reader, Object plain) {
    try {
      return Optional.of(reader.apply(plain.toString()));
    } catch (RuntimeException misfit) {
      return Optional.empty();
    }
  }

  private static Optional<Object> typedAll(ParameterizedType type, Object plain) {
    Type[] arguments = type.getActualTypeArguments();
    Type element = arguments[arguments.length - 1];
    if (type.getRawType() == List.class && plain instanceof List<?> many) {
      return typedElements(element, many).map(elements -> elements);
    }
    if (type.getRawType() == Set.class && plain instanceof List<?> many) {
      return typedElements(element, many).map(LinkedHashSet::new);
    }
    if (type.getRawType() == Map.class && plain instanceof Map<?, ?> map) {
      return typedEntries(arguments[0], element, map);
    }
    return Optional.empty();
  }

  private static Optional<List<Object>> typedElements(Type element, List<?> many) {
    List<Object> elements = new ArrayList<>();
    many.forEach(it -> typed(element, it).ifPresent(elements::add));
    return Optional.of(elements).filter(all -> elements.size() == many.size());
  }

  private static Optional<Object> typedEntries(Type key, Type element, Map<?, ?> map) {
    Map<Object, Object> entries = new LinkedHashMap<>();
    map.forEach(
        (name, it) ->
            typed(key, name)
                .ifPresent(
                    known -> typed(element, it).ifPresent(value -> entries.put(known, value))));
    return Optional.<Object>of(entries).filter(all -> entries.size() == map.size());
  }
}

package io.evergraph.runtime.codec;

import io.evergraph.state.JsonType;
import io.evergraph.state.PersistentList;
import io.evergraph.state.StateSchema;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.temporal.TemporalAccessor;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Tells which values may be shared between nodes as they are: JDK values, enums, records of those,
 * and collections of those once they are copied into immutable ones.
 */
final class Immutables {
  private static final Set<Class<?>> VALUES =
      Set.of(
          String.class,
          Boolean.class,
          Character.class,
          Byte.class,
          Short.class,
          Integer.class,
          Long.class,
          Float.class,
          Double.class,
          BigDecimal.class,
          BigInteger.class,
          UUID.class,
          URI.class,
          Duration.class);

  private static final Map<Type, Boolean> SHAREABLE_TYPES = new ConcurrentHashMap<>();
  private static final Map<Class<?>, Boolean> SHAREABLE = new ConcurrentHashMap<>();

  private static final Map<Class<?>, Boolean> CERTAIN = new ConcurrentHashMap<>();

  private Immutables() {}

  /** Returns an immutable equal of a value; empty when its type cannot promise that. */
  static Optional<Object> freeze(Object value) {
    if (isValue(value.getClass()) || value instanceof PersistentList<?>) {
      return Optional.of(value);
    }
    if (value instanceof List<?> list) {
      return freezeList(list);
    }
    return value instanceof Map<?, ?> map ? freezeMap(map) : Optional.empty();
  }

  private static Optional<Object> freezeList(Collection<?> elements) {
    PersistentList<Object> frozen = PersistentList.empty();
    for (Object element : elements) {
      Optional<Object> inner = element == null ? Optional.empty() : freeze(element);
      if (inner.isEmpty() && element != null) {
        return Optional.empty();
      }
      frozen = frozen.plus(inner.orElse(null));
    }
    return Optional.of(frozen);
  }

  private static Optional<Object> freezeMap(Map<?, ?> map) {
    Map<Object, @Nullable Object> frozen = new LinkedHashMap<>();
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      Object value = entry.getValue();
      Optional<Object> inner = value == null ? Optional.empty() : freeze(value);
      if (inner.isEmpty() && value != null) {
        return Optional.empty();
      }
      frozen.put(entry.getKey(), inner.orElse(null));
    }
    return Optional.of(Collections.unmodifiableMap(frozen));
  }

  static boolean isShareable(Type type) {
    return SHAREABLE_TYPES.computeIfAbsent(type, any -> isShareable(any, new HashSet<>()));
  }

  static boolean areShareable(StateSchema schema) {
    return schema.channels().values().stream().allMatch(channel -> isShareable(channel.type()));
  }

  private static boolean isShareable(Type type, Set<Type> met) {
    if (type instanceof ParameterizedType generic) {
      return generic.getRawType() instanceof Class<?> raw
          && isCollection(raw)
          && Arrays.stream(generic.getActualTypeArguments())
              .allMatch(argument -> isShareable(argument, met));
    }
    return type instanceof JsonType
        || (type instanceof Class<?> raw
            && (raw == Object.class || isCollection(raw) || isValue(raw, met)));
  }

  /** Returns whether every value of a type is the same after it was JSON. */
  static boolean isCertain(Class<?> type) {
    return CERTAIN.computeIfAbsent(type, any -> isCertain(any, new HashSet<>()));
  }

  /** A record that is met again inside itself says nothing new. */
  private static boolean isCertain(Type type, Set<Type> met) {
    if (type instanceof ParameterizedType generic) {
      Type[] arguments = generic.getActualTypeArguments();
      boolean list = generic.getRawType() == List.class;
      boolean map = generic.getRawType() == Map.class && arguments[0] == String.class;
      return (list || map) && isCertain(arguments[arguments.length - 1], met);
    }
    return type instanceof Class<?> raw
        && ((isJdkValue(raw) && !isUnbounded(raw))
            || raw.isEnum()
            || (raw.isRecord() && isCertainRecord(raw, met)));
  }

  /** Numbers of any size come back from JSON only within its limits. */
  private static boolean isUnbounded(Class<?> type) {
    return type == BigDecimal.class || type == BigInteger.class;
  }

  private static boolean isCertainRecord(Class<?> type, Set<Type> met) {
    return !met.add(type)
        || Arrays.stream(type.getRecordComponents())
            .map(RecordComponent::getGenericType)
            .allMatch(component -> isCertain(component, met));
  }

  private static boolean isCollection(Class<?> raw) {
    return raw == List.class || raw == Map.class || raw == Collection.class;
  }

  private static boolean isValue(Class<?> type) {
    return SHAREABLE.computeIfAbsent(type, any -> isValue(any, new HashSet<>()));
  }

  private static boolean isValue(Class<?> type, Set<Type> met) {
    return isJdkValue(type)
        || type.isEnum()
        || !met.add(type)
        || isSealedOfValues(type, met)
        || isRecordOfValues(type, met);
  }

  private static boolean isJdkValue(Class<?> type) {
    boolean time =
        TemporalAccessor.class.isAssignableFrom(type) && type.getName().startsWith("java.time.");
    return VALUES.contains(type) || type.isPrimitive() || time || isEnumConstant(type);
  }

  private static boolean isEnumConstant(Class<?> type) {
    return type.getSuperclass() != null && type.getSuperclass().isEnum();
  }

  private static boolean isSealedOfValues(Class<?> type, Set<Type> met) {
    return type.isSealed()
        && type.isInterface()
        && Arrays.stream(type.getPermittedSubclasses()).allMatch(it -> isValue(it, met));
  }

  /** A record's own list or map counts: records copy theirs in their constructor. */
  private static boolean isRecordOfValues(Class<?> type, Set<Type> met) {
    return type.isRecord()
        && Arrays.stream(type.getRecordComponents())
            .map(RecordComponent::getGenericType)
            .allMatch(component -> isShareable(component, met));
  }
}

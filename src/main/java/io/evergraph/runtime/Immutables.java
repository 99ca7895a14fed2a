package io.evergraph.runtime;

import io.evergraph.state.JsonType;
import io.evergraph.state.PersistentList;
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

  private static final Map<Class<?>, Boolean> SHAREABLE = new ConcurrentHashMap<>();

  private Immutables() {}

  /**
   * Returns an immutable value equal to the given one, or empty when its type cannot promise that.
   *
   * <p>Null is not a value here; callers keep it apart.
   */
  static Optional<Object> freeze(Object value) {
    if (isValue(value.getClass())) {
      return Optional.of(value);
    }
    if (value instanceof PersistentList<?>) {
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

  /** Returns whether every value of a declared type can be shared once it is frozen. */
  static boolean isShareable(Type type) {
    if (type instanceof ParameterizedType generic) {
      return generic.getRawType() instanceof Class<?> raw
          && isCollection(raw)
          && Arrays.stream(generic.getActualTypeArguments()).allMatch(Immutables::isShareable);
    }
    return type instanceof JsonType
        || (type instanceof Class<?> raw
            && (raw == Object.class || isCollection(raw) || isValue(raw)));
  }

  private static boolean isCollection(Class<?> raw) {
    return raw == List.class || raw == Map.class || raw == Collection.class;
  }

  private static boolean isValue(Class<?> type) {
    Boolean known = SHAREABLE.get(type);
    if (known == null) {
      known = isJdkValue(type) || type.isEnum() || isSealedOfValues(type) || isRecordOfValues(type);
      SHAREABLE.put(type, known);
    }
    return known;
  }

  private static boolean isJdkValue(Class<?> type) {
    boolean time =
        TemporalAccessor.class.isAssignableFrom(type) && type.getName().startsWith("java.time.");
    return VALUES.contains(type) || type.isPrimitive() || time || isEnumConstant(type);
  }

  private static boolean isEnumConstant(Class<?> type) {
    return type.getSuperclass() != null && type.getSuperclass().isEnum();
  }

  private static boolean isSealedOfValues(Class<?> type) {
    return type.isSealed()
        && type.isInterface()
        && Arrays.stream(type.getPermittedSubclasses()).allMatch(Immutables::isValue);
  }

  /** A record's own list or map counts: records copy theirs in their constructor. */
  private static boolean isRecordOfValues(Class<?> type) {
    return type.isRecord()
        && Arrays.stream(type.getRecordComponents())
            .map(RecordComponent::getGenericType)
            .allMatch(component -> component == type || isShareable(component));
  }
}

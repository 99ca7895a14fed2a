package io.evergraph.runtime.codec;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonIncludeProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonRawValue;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.annotation.JsonView;
import com.fasterxml.jackson.databind.AnnotationIntrospector;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.introspect.AnnotatedClass;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.evergraph.state.Append;
import io.evergraph.state.ById;
import io.evergraph.state.Channel;
import io.evergraph.state.Immutable;
import io.evergraph.state.JsonType;
import io.evergraph.state.LastWins;
import io.evergraph.state.PersistentList;
import io.evergraph.state.Reducer;
import io.evergraph.state.Replace;
import io.evergraph.state.ShallowMerge;
import io.evergraph.state.Union;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Tells which values may be shared between nodes as they are: JDK values, enums, what is {@link
 * Immutable}, records of those, and collections of those that nobody can change.
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
  private static final Set<Class<?>> CHANGEABLE = ConcurrentHashMap.newKeySet();
  private static final Set<Class<?>> FROZEN =
      Set.of(List.class, Collection.class, Set.class, Map.class);
  private static final Set<Reducer> KEEPING =
      Set.of(
          Replace.INSTANCE,
          LastWins.INSTANCE,
          Append.INSTANCE,
          Union.INSTANCE,
          ById.INSTANCE,
          ShallowMerge.INSTANCE);
  private static final List<Class<? extends Annotation>> CHANGING =
      List.of(
          JsonIgnore.class,
          JsonIgnoreProperties.class,
          JsonInclude.class,
          JsonIncludeProperties.class,
          JsonFormat.class,
          JsonView.class,
          JsonValue.class,
          JsonRawValue.class,
          JsonUnwrapped.class,
          JsonSetter.class,
          JsonSerialize.class,
          JsonDeserialize.class);
  private static final String COPIES = "java.util.ImmutableCollections$";
  private static final List<String> VIEWS =
      List.of(
          "java.util.Collections$Unmodifiable",
          "java.util.Collections$Empty",
          "java.util.Collections$Singleton");
  private static final DeserializationConfig JACKSON =
      JsonMapper.builder().build().getDeserializationConfig();
  private static final Map<Class<?>, Boolean> CERTAIN = new ConcurrentHashMap<>();

  /** The components of records that may hold something that can be changed. */
  private static final ClassValue<List<Component>> COMPONENTS =
      new ClassValue<>() {
        @Override
        protected List<Component> computeValue(Class<?> type) {
          return type.isRecord()
              ? Arrays.stream(type.getRecordComponents())
                  .filter(it -> !isUnchangeableType(it.getType()) && !it.getType().isEnum())
                  .map(it -> new Component(it.getAccessor()))
                  .toList()
              : List.of();
        }
      };

  private Immutables() {}

  /** Who made the collections that are looked at. */
  enum Maker {
    /** A node: it may hold on to what is behind a view. */
    NODE,
    /** The codec, and the constructors of the records that it read. */
    CODEC,
    /** The constructor of a record that was read after the records in it were looked at. */
    CONSTRUCTOR
  }

  /** Returns whether nobody can change a value, nor anything in it; too deep a one is not known. */
  static boolean isFrozen(@Nullable Object value, Maker maker) {
    return isFrozen(value, maker, 0);
  }

  private static boolean isFrozen(@Nullable Object value, Maker maker, int depth) {
    if (depth > JsonLimits.DEPTH) {
      return false;
    }
    if (value == null || isUnchangeable(value.getClass()) || value instanceof Enum<?>) {
      return true;
    }
    Predicate<Object> inside = it -> isFrozen(it, maker, depth + 1);
    if (value instanceof Optional<?> optional) {
      return optional.stream().allMatch(inside);
    }
    if (value instanceof Collection<?> elements) {
      return isFixed(value, maker) && elements.stream().allMatch(inside);
    }
    if (value instanceof Map<?, ?> map) {
      return isFixed(value, maker) && map.values().stream().allMatch(inside);
    }
    return value.getClass().isRecord()
        && (maker == Maker.CONSTRUCTOR
            || COMPONENTS.get(value.getClass()).stream().allMatch(it -> inside.test(it.of(value))));
  }

  private static boolean isFixed(Object collection, Maker maker) {
    Class<?> type = collection.getClass();
    return collection instanceof PersistentList<?>
        || type.getName().startsWith(COPIES)
        || (maker != Maker.NODE && VIEWS.stream().anyMatch(type.getName()::startsWith));
  }

  /**
   * Returns whether what a channel holds can be changed. Most values were read by the codec; what a
   * channel begins with, and what a reducer of the user's own makes, may be anything.
   */
  static boolean isOpen(Channel<?> channel, Object value) {
    return !isShareable(channel.type())
        || !isFrozen(channel.initial().orElse(null), Maker.CODEC)
        || (!KEEPING.contains(channel.reducer()) && !isFrozen(value, Maker.CODEC));
  }

  /** Returns whether objects of a class are records that may hold collections. */
  static boolean holdsCollections(Class<?> type) {
    return COMPONENTS.get(type).stream().anyMatch(Component::holdsCollections);
  }

  /** Notes what the codec has read: its class may make collections that can be changed. */
  static void note(@Nullable Object read) {
    if (read != null
        && COMPONENTS.get(read.getClass()).stream().anyMatch(it -> it.opens(read))
        && CHANGEABLE.add(read.getClass())) {
      SHAREABLE_TYPES.clear();
    }
  }

  private record Component(Method accessor) {
    boolean holdsCollections() {
      Class<?> type = accessor.getReturnType();
      return FROZEN.contains(type) || type == Optional.class || type == Object.class;
    }

    boolean opens(Object owner) {
      return holdsCollections() && !isFrozen(of(owner), Maker.CONSTRUCTOR);
    }

    /** What cannot be looked into is taken for changeable, as an accessor is. */
    @Nullable Object of(Object owner) {
      try {
        accessor.setAccessible(true);
        return accessor.invoke(owner);
      } catch (ReflectiveOperationException | RuntimeException closed) {
        return accessor;
      }
    }
  }

  static boolean isShareable(Type type) {
    return SHAREABLE_TYPES.computeIfAbsent(type, any -> isShareable(any, new HashSet<>()));
  }

  private static boolean isShareable(Type type, Set<Type> met) {
    if (type instanceof ParameterizedType generic) {
      return generic.getRawType() instanceof Class<?> raw
          && (FROZEN.contains(raw) || raw == Optional.class)
          && Arrays.stream(generic.getActualTypeArguments())
              .allMatch(argument -> isShareable(argument, met));
    }
    return type instanceof JsonType
        || (type instanceof Class<?> raw
            && (raw == Object.class || FROZEN.contains(raw) || isValue(raw, met)));
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
        || (!hasFormOfItsOwn(type)
            && Arrays.stream(type.getRecordComponents())
                .map(RecordComponent::getGenericType)
                .allMatch(component -> isCertain(component, met)));
  }

  /** A component that is left out, or written in part, is not the same after it was JSON. */
  private static boolean hasFormOfItsOwn(Class<?> type) {
    return Stream.of(
                Stream.of(type),
                Stream.of(type.getDeclaredFields()),
                Stream.of(type.getDeclaredMethods()))
            .<AnnotatedElement>flatMap(Function.identity())
            .anyMatch(element -> CHANGING.stream().anyMatch(element::isAnnotationPresent))
        || Stream.of(type.getDeclaredFields()).anyMatch(Immutables::goesOneWay);
  }

  private static boolean goesOneWay(Field component) {
    JsonProperty property = component.getAnnotation(JsonProperty.class);
    return property != null && property.access() != JsonProperty.Access.AUTO;
  }

  private static boolean isValue(Class<?> type, Set<Type> met) {
    return isUnchangeableType(type)
        || type.isEnum()
        || !met.add(type)
        || isSealedOfValues(type, met)
        || isRecordOfValues(type, met);
  }

  /** Returns whether objects of exactly this class cannot be changed. */
  private static boolean isUnchangeable(Class<?> type) {
    return isJdkValue(type) || type.isAnnotationPresent(Immutable.class);
  }

  /** A class that is not final says nothing of the objects of its subclasses. */
  private static boolean isUnchangeableType(Class<?> type) {
    return isJdkValue(type) || (isUnchangeable(type) && Modifier.isFinal(type.getModifiers()));
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

  /** What the codec reads into a record is frozen, unless its constructor makes it otherwise. */
  private static boolean isRecordOfValues(Class<?> type, Set<Type> met) {
    return type.isRecord()
        && !CHANGEABLE.contains(type)
        && !(holdsCollections(type) && hasOwnReader(type))
        && Arrays.stream(type.getRecordComponents())
            .map(RecordComponent::getGenericType)
            .allMatch(component -> isShareable(component, met));
  }

  /** What reads a record in the codec's place may give it collections that can be changed. */
  private static boolean hasOwnReader(Class<?> type) {
    AnnotatedClass annotated =
        JACKSON.introspectClassAnnotations(JACKSON.constructType(type)).getClassInfo();
    AnnotationIntrospector annotations = JACKSON.getAnnotationIntrospector();
    return annotations.findDeserializer(annotated) != null
        || annotations.findDeserializationConverter(annotated) != null
        || annotations.findPOJOBuilder(annotated) != null;
  }
}

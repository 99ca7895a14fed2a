package io.evergraph.export;

import io.evergraph.graph.ChannelSpec;
import io.evergraph.graph.GraphSpec;
import io.evergraph.graph.Match;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;

/**
 * Makes topologies that use every component of every record they are made of, whatever components
 * there are: they need not make sense.
 */
final class RandomSpecs {
  private static final int TRIES = 200;
  private static final int DEEPEST = 2;
  private static final List<String> WORDS =
      List.of(
          "a",
          "Ask me",
          "größe",
          "yes",
          "null",
          "1.0",
          "007",
          "1_000",
          "2026_11_27",
          "0x1F",
          "0b11",
          "12e4567",
          "1.5e+3",
          "-.inf",
          "1:30",
          "2026-11-27",
          "say: \"no\" # x",
          "- b",
          "~");

  private final Random random;
  private int depth;

  RandomSpecs(long seed) {
    this.random = new Random(seed);
  }

  GraphSpec next() {
    return (GraphSpec) of(GraphSpec.class);
  }

  private Object of(Type type) {
    if (type instanceof ParameterizedType generic) {
      return collection((Class<?>) generic.getRawType(), generic.getActualTypeArguments());
    }
    Class<?> raw = (Class<?>) type;
    if (raw == Match.class && random.nextBoolean()) {
      return Match.otherwise(word());
    }
    if (raw == ChannelSpec.class) {
      return channel();
    }
    if (raw.isRecord()) {
      return record(raw);
    }
    if (raw.isSealed()) {
      return of(anyOf(List.of(raw.getPermittedSubclasses())));
    }
    return raw.isEnum() ? anyOf(Arrays.asList(raw.getEnumConstants())) : value(raw);
  }

  private Object value(Class<?> type) {
    if (type == String.class) {
      return word();
    }
    if (type == int.class || type == Integer.class) {
      return 1 + random.nextInt(99);
    }
    if (type == double.class) {
      return 1 + random.nextInt(8) / 4.0;
    }
    if (type == boolean.class) {
      return random.nextBoolean();
    }
    if (type == Duration.class) {
      return Duration.ofMillis(1 + random.nextInt(9_999_999));
    }
    if (type == Object.class) {
      return anyOf(List.of("text", 7, true, List.of("a", "b"), Map.of("k", "v")));
    }
    throw new AssertionError("Teach this class to make a " + type);
  }

  private Object collection(Class<?> raw, Type... arguments) {
    if (raw == Optional.class) {
      return random.nextBoolean() ? Optional.of(of(arguments[0])) : Optional.empty();
    }
    if (raw == Map.class) {
      Map<Object, Object> map = new LinkedHashMap<>();
      several().forEach(any -> map.put(of(arguments[0]), of(arguments[1])));
      return map;
    }
    List<Object> elements = new ArrayList<>();
    several().forEach(any -> elements.add(of(arguments[0])));
    return raw == List.class ? elements : new TreeSet<>(elements);
  }

  /** Two or three, but nothing at all deep inside. */
  private List<Integer> several() {
    return depth > DEEPEST ? List.of() : random.nextBoolean() ? List.of(1, 2) : List.of(1, 2, 3);
  }

  private ChannelSpec channel() {
    ChannelSpec channel = (ChannelSpec) record(ChannelSpec.class);
    return random.nextBoolean()
        ? new ChannelData(channel).withoutSchema(word())
        : new ChannelData(channel).withSchema(Map.of("type", "object", "title", word()));
  }

  private Object record(Class<?> type) {
    boolean isGraph = type == GraphSpec.class;
    depth += isGraph ? 1 : 0;
    try {
      return made(type);
    } finally {
      depth -= isGraph ? 1 : 0;
    }
  }

  /** Values that do not fit together are refused; others are tried. */
  private Object made(Class<?> type) {
    RecordComponent[] components = type.getRecordComponents();
    Class<?>[] types =
        Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    Throwable last = new AssertionError("never tried");
    for (int attempt = 0; attempt < TRIES; attempt++) {
      try {
        Constructor<?> constructor = type.getDeclaredConstructor(types);
        return constructor.newInstance(
            Arrays.stream(components).map(it -> of(it.getGenericType())).toArray());
      } catch (InvocationTargetException refused) {
        last = refused.getCause();
      } catch (ReflectiveOperationException other) {
        throw new AssertionError(other);
      }
    }
    throw new AssertionError("No values make a " + type, last);
  }

  private String word() {
    return anyOf(WORDS) + random.nextInt(100);
  }

  private <T> T anyOf(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }
}

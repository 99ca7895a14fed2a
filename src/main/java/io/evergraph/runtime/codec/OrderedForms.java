package io.evergraph.runtime.codec;

import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.Module;
import com.fasterxml.jackson.databind.SerializationConfig;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.BeanSerializerModifier;
import com.fasterxml.jackson.databind.ser.std.StdDelegatingSerializer;
import com.fasterxml.jackson.databind.type.CollectionType;
import com.fasterxml.jackson.databind.type.MapType;
import com.fasterxml.jackson.databind.util.StdConverter;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Writes maps and sets that have no order of their own, such as {@link Map#copyOf}, sorted by what
 * their keys and elements print: their order differs from process to process, and parts of one text
 * come from several processes. What has an order keeps it.
 */
final class OrderedForms extends BeanSerializerModifier {
  private static final long serialVersionUID = 1L;

  private static final Set<Class<?>> UNORDERED =
      Set.of(
          HashMap.class,
          ConcurrentHashMap.class,
          HashSet.class,
          ConcurrentHashMap.KeySetView.class,
          Map.of(1, 1, 2, 2).getClass(),
          Set.of(1, 2).getClass(),
          Set.of(1, 2, 3).getClass());

  static Module module() {
    return new SimpleModule("evergraph-ordered").setSerializerModifier(new OrderedForms());
  }

  @Override
  public JsonSerializer<?> modifyMapSerializer(
      SerializationConfig config,
      MapType type,
      BeanDescription description,
      JsonSerializer<?> serializer) {
    return sorting(type, serializer);
  }

  @Override
  public JsonSerializer<?> modifyCollectionSerializer(
      SerializationConfig config,
      CollectionType type,
      BeanDescription description,
      JsonSerializer<?> serializer) {
    return sorting(type, serializer);
  }

  private static JsonSerializer<?> sorting(JavaType type, JsonSerializer<?> serializer) {
    return UNORDERED.contains(type.getRawClass())
        ? new StdDelegatingSerializer(new Sorting(), type, serializer)
        : serializer;
  }

  static Map<?, ?> ordered(Map<?, ?> map) {
    return UNORDERED.contains(map.getClass()) ? sorted(map) : map;
  }

  static Collection<?> ordered(Collection<?> elements) {
    return UNORDERED.contains(elements.getClass()) ? sorted(elements) : elements;
  }

  private static Map<?, ?> sorted(Map<?, ?> map) {
    Map<Object, Object> sorted = new LinkedHashMap<>();
    map.entrySet().stream()
        .sorted(Comparator.comparing(entry -> String.valueOf(entry.getKey())))
        .forEach(entry -> sorted.put(entry.getKey(), entry.getValue()));
    return sorted;
  }

  private static Collection<?> sorted(Collection<?> elements) {
    return elements.stream()
        .sorted(Comparator.comparing(element -> String.valueOf(element)))
        .toList();
  }

  private static final class Sorting extends StdConverter<Object, Object> {
    @Override
    public Object convert(Object value) {
      return value instanceof Map<?, ?> map ? sorted(map) : sorted((Collection<?>) value);
    }
  }
}

package io.evergraph.state;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Merges a written map into the held map, key by key and shallow; later values win. Starts empty.
 */
public final class ShallowMerge implements Reducer {
  /** The only instance. */
  public static final ShallowMerge INSTANCE = new ShallowMerge();

  private ShallowMerge() {}

  @Override
  public String name() {
    return "merge";
  }

  @Override
  public Optional<Object> initial() {
    return Optional.of(Map.of());
  }

  @Override
  public Object reduce(@Nullable Object current, @Nullable Object write) {
    Map<Object, @Nullable Object> merged = new LinkedHashMap<>(mapOf(current));
    merged.putAll(mapOf(write));
    return Collections.unmodifiableMap(merged);
  }

  private static Map<?, ?> mapOf(@Nullable Object value) {
    if (value == null) {
      return Map.of();
    }
    if (value instanceof Map<?, ?> map) {
      return map;
    }
    throw new IllegalArgumentException(
        "expected a map but found " + value.getClass().getSimpleName());
  }
}

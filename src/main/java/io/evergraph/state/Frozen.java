package io.evergraph.state;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Copies of lists, sets and maps, and of those inside them, that nobody can change. */
public final class Frozen {
  private static final Class<?> SET = Collections.unmodifiableSet(Set.of()).getClass();
  private static final Class<?> MAP = Collections.unmodifiableMap(Map.of()).getClass();

  private Frozen() {}

  /** Returns the value itself where it is no collection, or one that is never changed. */
  static @Nullable Object copyOf(@Nullable Object value) {
    if (value instanceof PersistentList<?> || value instanceof IdentifiedList) {
      return value;
    }
    if (value instanceof List<?> list) {
      return PersistentList.copyOf(elements(list));
    }
    if (value instanceof Set<?> set && set.getClass() != SET) {
      return Collections.unmodifiableSet(new LinkedHashSet<>(elements(set)));
    }
    return value instanceof Map<?, ?> map && map.getClass() != MAP ? entries(map) : value;
  }

  /** Returns a map in the order of a given one, whose later changes it does not see. */
  public static <K> Map<K, @Nullable Object> copyOf(Map<K, ?> map) {
    return map.isEmpty() ? Map.of() : entries(map);
  }

  private static List<@Nullable Object> elements(Collection<?> collection) {
    List<@Nullable Object> frozen = new ArrayList<>(collection.size());
    collection.forEach(element -> frozen.add(copyOf(element)));
    return frozen;
  }

  private static <K> Map<K, @Nullable Object> entries(Map<K, ?> map) {
    Map<K, @Nullable Object> frozen = new LinkedHashMap<>();
    map.forEach((key, value) -> frozen.put(key, copyOf(value)));
    return Collections.unmodifiableMap(frozen);
  }
}

package io.evergraph.bridge;

import com.alibaba.cloud.ai.graph.KeyStrategy;
import com.alibaba.cloud.ai.graph.state.strategy.AppendStrategy;
import com.alibaba.cloud.ai.graph.state.strategy.MergeStrategy;
import io.evergraph.state.State;
import io.evergraph.state.Write;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What states hold, on its way from one library to the other. */
final class Values {
  private Values() {}

  /**
   * Returns the values of a state for a graph of theirs, which may change lists and maps: copies,
   * once by channel and once as a whole under {@link BridgeKeys#GRAPH_STATE}. Nulls are left out.
   */
  static Map<String, Object> given(State state) {
    Map<String, Object> given = present(state);
    given.put(BridgeKeys.GRAPH_STATE, present(state));
    given.put(BridgeKeys.TERMINAL, false);
    return given;
  }

  private static Map<String, Object> present(State state) {
    Map<String, Object> values = new HashMap<>();
    state
        .values()
        .forEach(
            (channel, value) -> {
              if (value != null && BridgeKeys.isChannel(channel)) {
                values.put(channel, Objects.requireNonNull(copy(value)));
              }
            });
    return values;
  }

  /** Returns a copy whose lists and maps can be changed. */
  static @Nullable Object copy(@Nullable Object value) {
    if (value instanceof List<?> list) {
      List<@Nullable Object> copies = new ArrayList<>(list.size());
      list.forEach(element -> copies.add(copy(element)));
      return copies;
    }
    return value instanceof Map<?, ?> map ? byName(map) : value;
  }

  /** Returns a copy of a map with texts as keys. */
  static Map<String, @Nullable Object> byName(Map<?, ?> map) {
    Map<String, @Nullable Object> copies = new LinkedHashMap<>();
    map.forEach((key, value) -> copies.put(String.valueOf(key), copy(value)));
    return copies;
  }

  /**
   * Returns the writes that make the values after of the values before, sorted by channel: of what
   * is appended or merged only what is new, so that the reducer of the like does not add it twice.
   *
   * @param strategies how their graph combines values; it replaces those that are not named
   */
  static List<Write> changes(
      Map<String, ? extends @Nullable Object> before,
      Map<String, ? extends @Nullable Object> after,
      Map<String, KeyStrategy> strategies) {
    TreeSet<String> keys = new TreeSet<>(before.keySet());
    keys.addAll(after.keySet());
    keys.removeIf(Predicate.not(BridgeKeys::isChannel));
    List<Write> writes = new ArrayList<>();
    for (String key : keys) {
      Object old = before.get(key);
      Object now = after.get(key);
      if (!Objects.equals(old, now)) {
        writes.add(change(key, old, now, strategies.get(key)));
      }
    }
    return writes;
  }

  private static Write change(
      String key, @Nullable Object old, @Nullable Object now, @Nullable KeyStrategy strategy) {
    if (strategy instanceof AppendStrategy) {
      return appended(key, list(old), list(now));
    }
    if (strategy instanceof MergeStrategy) {
      return merged(key, map(old), map(now));
    }
    return new Write(key, now);
  }

  private static Write appended(String key, List<?> old, List<?> now) {
    return added(old, now)
        .map(added -> new Write(key, new ArrayList<>(added))) // nulls may be among them
        .orElseGet(() -> new Write(key, now, true));
  }

  /** What stands behind the old elements; empty where those are not all there. */
  private static Optional<List<?>> added(List<?> old, List<?> now) {
    boolean grown = now.size() >= old.size() && now.subList(0, old.size()).equals(old);
    return grown ? Optional.of(now.subList(old.size(), now.size())) : Optional.empty();
  }

  private static Write merged(String key, Map<?, ?> old, Map<?, ?> now) {
    if (!now.keySet().containsAll(old.keySet())) {
      return new Write(key, now, true);
    }
    Map<Object, @Nullable Object> changed = new LinkedHashMap<>(now);
    changed.entrySet().removeIf(entry -> Objects.equals(old.get(entry.getKey()), entry.getValue()));
    return new Write(key, changed);
  }

  /**
   * Returns what a state of theirs would be if it had begun with other values: what their graph
   * made since then stays; of a value that both sides have changed, the new one.
   *
   * @param before the values that the state began with
   * @param now the values that it is to have begun with
   */
  static Map<String, @Nullable Object> rebased(
      Map<String, ? extends @Nullable Object> state,
      Map<String, ? extends @Nullable Object> before,
      Map<String, ? extends @Nullable Object> now,
      Map<String, KeyStrategy> strategies) {
    Map<String, @Nullable Object> rebased = new LinkedHashMap<>(state);
    TreeSet<String> keys = new TreeSet<>(before.keySet());
    keys.addAll(now.keySet());
    keys.removeIf(key -> Objects.equals(before.get(key), now.get(key)));
    for (String key : keys) {
      Object value = rebased(key, state.get(key), before.get(key), now.get(key), strategies);
      if (value == null && !now.containsKey(key)) {
        rebased.remove(key);
      } else {
        rebased.put(key, copy(value));
      }
    }
    return rebased;
  }

  private static @Nullable Object rebased(
      String key,
      @Nullable Object state,
      @Nullable Object before,
      @Nullable Object now,
      Map<String, KeyStrategy> strategies) {
    if (key.equals(BridgeKeys.GRAPH_STATE)) {
      return state instanceof Map<?, ?> told
          ? rebased(byName(told), byName(map(before)), byName(map(now)), strategies)
          : state;
    }
    KeyStrategy strategy = strategies.get(key);
    if (strategy instanceof MergeStrategy) {
      return rebased(byName(map(state)), byName(map(before)), byName(map(now)), Map.of());
    }
    return strategy instanceof AppendStrategy ? rebased(list(state), list(before), list(now)) : now;
  }

  private static List<?> rebased(List<?> state, List<?> before, List<?> now) {
    Optional<List<?>> made = added(before, state);
    if (made.isPresent()) {
      return joined(now, made.get());
    }
    Optional<List<?>> given = added(before, now);
    return given.isPresent() ? joined(state, given.get()) : now;
  }

  private static List<?> joined(List<?> first, List<?> second) {
    List<@Nullable Object> joined = new ArrayList<>(first);
    joined.addAll(second);
    return joined;
  }

  private static List<?> list(@Nullable Object value) {
    if (value instanceof List<?> list) {
      return list;
    }
    return value == null ? List.of() : List.of(value);
  }

  private static Map<?, ?> map(@Nullable Object value) {
    return value instanceof Map<?, ?> map ? map : Map.of();
  }
}

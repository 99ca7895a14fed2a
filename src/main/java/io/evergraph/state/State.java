package io.evergraph.state;

import io.evergraph.error.MissingValueException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What the channels of a graph hold at one moment. Immutable; versions share their values.
 *
 * <p>Channels that were never written and have no initial value are absent; a channel may hold
 * null.
 */
public final class State {
  private static final State EMPTY = new State(Map.of());

  private final Map<String, @Nullable Object> values;

  private State(Map<String, @Nullable Object> values) {
    this.values = values;
  }

  /** Returns the state in which no channel holds a value. */
  public static State empty() {
    return EMPTY;
  }

  /** Returns a state of the given values; the map is copied, its values must be immutable. */
  public static State of(Map<String, ? extends @Nullable Object> values) {
    return holding(new LinkedHashMap<>(values));
  }

  static State holding(Map<String, @Nullable Object> values) {
    return new State(Collections.unmodifiableMap(values));
  }

  /**
   * Returns the value of a channel.
   *
   * @throws MissingValueException when the channel holds nothing, or null
   */
  public <T> T get(Channel<T> channel) {
    return find(channel)
        .orElseThrow(() -> new MissingValueException(channel.name(), List.copyOf(values.keySet())));
  }

  /** Returns the value of a channel, or empty when it holds nothing or null. */
  public <T> Optional<T> find(Channel<T> channel) {
    return Optional.ofNullable(channel.cast(values.get(channel.name())));
  }

  /** Returns the value of a channel, or another when it holds nothing or null. */
  public <T> T getOrElse(Channel<T> channel, T otherwise) {
    return find(channel).orElse(otherwise);
  }

  /** Returns the value of a channel by its name; null when it holds nothing or null. */
  public @Nullable Object value(String channel) {
    return values.get(channel);
  }

  /** Returns whether a channel holds something, be it null. */
  public boolean has(String channel) {
    return values.containsKey(channel);
  }

  /** Returns this state with the values of another; where both hold a channel, the other's. */
  public State and(State other) {
    if (other.values.isEmpty()) {
      return this;
    }
    Map<String, @Nullable Object> both = new LinkedHashMap<>(values);
    both.putAll(other.values);
    return holding(both);
  }

  /** Returns this state without the channels whose names do not pass a test. */
  public State only(Predicate<String> wanted) {
    for (String channel : values.keySet()) {
      if (!wanted.test(channel)) {
        Map<String, @Nullable Object> some = new LinkedHashMap<>(values);
        some.keySet().removeIf(wanted.negate());
        return new State(Collections.unmodifiableMap(some));
      }
    }
    return this;
  }

  /** Returns all values by channel name, unmodifiable. */
  public Map<String, @Nullable Object> values() {
    return values;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof State state && values.equals(state.values);
  }

  @Override
  public int hashCode() {
    return values.hashCode();
  }

  @Override
  public String toString() {
    return values.toString();
  }
}

package io.evergraph.state;

import java.lang.reflect.Type;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A typed, named slot of the state with the reducer that combines writes to it.
 *
 * <p>Two channels are equal when name, type, reducer name and lifetime are. Immutable.
 *
 * @param <T> what {@link State#get(Channel)} gives
 */
public class Channel<T> {
  private final String name;
  private final Type type;
  private final Traits traits;

  /** How a channel behaves. */
  record Traits(Reducer reducer, Lifetime lifetime, Optional<Object> initial) {
    Traits {
      Objects.requireNonNull(reducer, "reducer");
    }

    static Traits of(Reducer reducer) {
      return new Traits(reducer, Lifetime.THREAD, Optional.empty());
    }

    Traits with(Reducer other) {
      return new Traits(other, lifetime, initial);
    }

    Traits with(Lifetime other) {
      return new Traits(reducer, other, initial);
    }

    Traits startingAt(Object value) {
      return new Traits(reducer, lifetime, Optional.ofNullable(Frozen.copyOf(value)));
    }
  }

  /** Makes a channel; {@link #of(String, Class)} is the common way. */
  Channel(String name, Type type, Traits traits) {
    if (name.isBlank()) {
      throw new IllegalArgumentException("Expected a channel name but found a blank text.");
    }
    this.name = name;
    this.type = Objects.requireNonNull(type, "type");
    this.traits = traits;
  }

  /** Returns a channel that holds the one value written last ({@link Replace}). */
  public static <T> Channel<T> of(String name, Class<T> type) {
    return new Channel<>(name, type, Traits.of(Replace.INSTANCE));
  }

  /**
   * Returns a channel of a generic type that holds the one value written last ({@link Replace}).
   */
  public static <T> Channel<T> of(String name, TypeRef<T> type) {
    return new Channel<>(name, type.type(), Traits.of(Replace.INSTANCE));
  }

  /**
   * Returns a channel of a type known at run time only, which holds the one value written last.
   *
   * @param type any type that the codec can read, a {@link JsonType} among them
   */
  public static Channel<Object> ofType(String name, Type type) {
    return new Channel<>(name, type, Traits.of(Replace.INSTANCE));
  }

  /** Returns a channel that holds a map and merges written maps into it ({@link ShallowMerge}). */
  public static Channel<Map<String, Object>> merge(String name) {
    return new Channel<>(
        name, new TypeRef<Map<String, Object>>() {}.type(), Traits.of(ShallowMerge.INSTANCE));
  }

  /**
   * Returns a channel that adds up what is written ({@link Sum}). Starts at zero.
   *
   * @param type Integer, Long, Double, BigInteger or BigDecimal
   */
  public static <N extends Number> Channel<N> sum(String name, Class<N> type) {
    return of(name, type).reducedBy(Sum.INSTANCE);
  }

  /** Returns a channel that holds the smallest value written ({@link Extremum#MIN}). */
  public static <C extends Comparable<? super C>> Channel<C> min(String name, Class<C> type) {
    return of(name, type).reducedBy(Extremum.MIN);
  }

  /** Returns a channel that holds the largest value written ({@link Extremum#MAX}). */
  public static <C extends Comparable<? super C>> Channel<C> max(String name, Class<C> type) {
    return of(name, type).reducedBy(Extremum.MAX);
  }

  /** Returns this channel with {@link LastWins}: several tasks of a superstep may write it. */
  public Channel<T> lastWins() {
    return reducedBy(LastWins.INSTANCE);
  }

  /** Returns this channel with a reducer of your own. */
  public Channel<T> reducedBy(Reducer other) {
    return new Channel<>(name, type, traits.with(other));
  }

  /** Returns this channel with a function of your own as its {@link Reducer#of reducer}. */
  public Channel<T> reducedBy(String reducerName, BinaryOperator<T> function) {
    return reducedBy(Reducer.of(reducerName, function));
  }

  /** Returns this channel holding a value before the first write. */
  public Channel<T> initially(T value) {
    return new Channel<>(name, type, traits.startingAt(value));
  }

  /** Returns this channel seen in the next superstep only: {@link Lifetime#STEP}. */
  public Channel<T> ephemeral() {
    return living(Lifetime.STEP);
  }

  /** Returns this channel seen by the nodes of the same run only: {@link Lifetime#RUN}. */
  public Channel<T> untracked() {
    return living(Lifetime.RUN);
  }

  /** Returns this channel holding what is written to it for so long. */
  public Channel<T> living(Lifetime lifetime) {
    return new Channel<>(name, type, traits.with(lifetime));
  }

  /** Returns the name of the channel. */
  public final String name() {
    return name;
  }

  /** Returns the Java type of its value. */
  public final Type type() {
    return type;
  }

  /**
   * Returns the type that a write must have: the value's own, or wider where the reducer takes
   * more.
   */
  public Type writeType() {
    return type;
  }

  /** Returns the reducer that combines writes. */
  public final Reducer reducer() {
    return traits.reducer();
  }

  /** Returns how long it holds what was written to it. */
  public final Lifetime lifetime() {
    return traits.lifetime();
  }

  /** Returns what it holds before the first write; empty when that is nothing. */
  public final Optional<Object> initial() {
    return traits.initial().or(() -> traits.reducer().initial(type));
  }

  final Traits traits() {
    return traits;
  }

  @SuppressWarnings("unchecked")
  final @Nullable T cast(@Nullable Object value) {
    return (T) value;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Channel<?> channel
        && name.equals(channel.name)
        && type.equals(channel.type)
        && lifetime() == channel.lifetime()
        && reducer().name().equals(channel.reducer().name());
  }

  @Override
  public int hashCode() {
    return Objects.hash(name, type, reducer().name());
  }

  @Override
  public String toString() {
    return name + ": " + type.getTypeName() + " (" + reducer().name() + ")";
  }
}

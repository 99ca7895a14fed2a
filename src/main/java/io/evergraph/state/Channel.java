package io.evergraph.state;

import java.lang.reflect.Type;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A typed, named slot of the state with the reducer that combines writes to it.
 *
 * <p>Two channels are equal when name, type and reducer name are. Immutable.
 *
 * @param <T> what {@link State#get(Channel)} gives
 */
public class Channel<T> {
  private final String name;
  private final Type type;
  private final Reducer reducer;

  /**
   * Makes a channel; {@link #of(String, Class)} is the common way.
   *
   * @param name not blank; unique within its graph
   * @param type the Java type of the value
   * @param reducer how writes are combined
   */
  protected Channel(String name, Type type, Reducer reducer) {
    if (name.isBlank()) {
      throw new IllegalArgumentException("Expected a channel name but found a blank text.");
    }
    this.name = name;
    this.type = Objects.requireNonNull(type, "type");
    this.reducer = Objects.requireNonNull(reducer, "reducer");
  }

  /** Returns a channel that holds the one value written last ({@link Replace}). */
  public static <T> Channel<T> of(String name, Class<T> type) {
    return new Channel<>(name, type, Replace.INSTANCE);
  }

  /**
   * Returns a channel of a generic type that holds the one value written last ({@link Replace}).
   */
  public static <T> Channel<T> of(String name, TypeRef<T> type) {
    return new Channel<>(name, type.type(), Replace.INSTANCE);
  }

  /**
   * Returns a channel of a type known at run time only, which holds the one value written last.
   *
   * @param type any type that the codec can read, a {@link JsonType} among them
   */
  public static Channel<Object> ofType(String name, Type type) {
    return new Channel<>(name, type, Replace.INSTANCE);
  }

  /** Returns a channel that holds a map and merges written maps into it ({@link Merge}). */
  public static Channel<Map<String, Object>> merge(String name) {
    return new Channel<>(name, new TypeRef<Map<String, Object>>() {}.type(), Merge.INSTANCE);
  }

  /** Returns this channel with {@link LastWins}: several tasks of a superstep may write it. */
  public Channel<T> lastWins() {
    return new Channel<>(name, type, LastWins.INSTANCE);
  }

  /** Returns this channel with a reducer of your own. */
  public Channel<T> reducedBy(Reducer other) {
    return new Channel<>(name, type, other);
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
    return reducer;
  }

  /** Casts what a state holds for this channel. */
  @SuppressWarnings("unchecked")
  final @Nullable T cast(@Nullable Object value) {
    return (T) value;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Channel<?> channel
        && name.equals(channel.name)
        && type.equals(channel.type)
        && reducer.name().equals(channel.reducer.name());
  }

  @Override
  public int hashCode() {
    return Objects.hash(name, type, reducer.name());
  }

  @Override
  public String toString() {
    return name + ": " + type.getTypeName() + " (" + reducer.name() + ")";
  }
}

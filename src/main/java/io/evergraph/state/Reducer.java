package io.evergraph.state;

import java.lang.reflect.Type;
import java.util.Optional;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * How a channel combines what it holds with a write: a pure, named function.
 *
 * <p>A reducer runs inside the engine, in the workflow thread on Temporal: it must not look at a
 * clock, a random source, a thread or anything outside its arguments, and must not change them. Its
 * name and version are part of the graph's fingerprint, so that a changed meaning is seen as a
 * changed graph.
 */
public interface Reducer {
  /** Returns the name under which the reducer stands in a {@code GraphSpec}. */
  String name();

  /** Returns the version of its meaning; "1" unless overridden. */
  default String version() {
    return "1";
  }

  /** Returns the value that a channel holds before the first write; empty when it holds none. */
  default Optional<Object> initial() {
    return Optional.empty();
  }

  /** Returns the value that a channel of a type holds before the first write. */
  default Optional<Object> initial(Type type) {
    return initial();
  }

  /** Returns whether several tasks of one superstep may write the channel. */
  default Concurrency concurrency() {
    return Concurrency.MANY_WRITERS;
  }

  /**
   * Returns whether it finds elements by their ids, so that a {@link Removed} takes one out;
   * elsewhere {@code {"type": "remove", "id": "…"}} is an element like any other.
   */
  default boolean knowsIds() {
    return false;
  }

  /**
   * Combines a value with a write.
   *
   * @param current what the channel holds; null when it holds null or nothing
   * @param write the value written
   * @return the new value, immutable
   */
  @Nullable Object reduce(@Nullable Object current, @Nullable Object write);

  /**
   * Returns a function of yours as a reducer: the first value written is held as it is, each later
   * one is combined with what the channel holds.
   *
   * @param name not blank; stands for the function wherever the graph is data
   * @param function pure; gets what the channel holds and what is written
   */
  @SuppressWarnings("unchecked")
  static <T> Reducer of(String name, BinaryOperator<T> function) {
    return new NamedReducer(name, (BinaryOperator<Object>) function);
  }

  /** How many tasks of one superstep may write a channel. */
  enum Concurrency {
    /** Two writers are a conflict. */
    ONE_WRITER,
    /** Writes are combined in task order. */
    MANY_WRITERS
  }
}

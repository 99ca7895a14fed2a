package io.evergraph.state;

import java.util.Optional;
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

  /** Returns whether several tasks of one superstep may write the channel. */
  default Concurrency concurrency() {
    return Concurrency.MANY_WRITERS;
  }

  /**
   * Combines a value with a write.
   *
   * @param current what the channel holds; null when it holds null or nothing
   * @param write the value written
   * @return the new value, immutable
   */
  @Nullable Object reduce(@Nullable Object current, @Nullable Object write);

  /** How many tasks of one superstep may write a channel. */
  enum Concurrency {
    /** Two writers are a conflict. */
    ONE_WRITER,
    /** Writes are combined in task order. */
    MANY_WRITERS
  }
}

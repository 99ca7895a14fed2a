package io.evergraph.temporal.connection;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A value that is made with the first call. Safe for use by several threads. */
final class Lazy<T> {
  private final Supplier<T> maker;
  private @Nullable T value;

  Lazy(Supplier<T> maker) {
    this.maker = maker;
  }

  synchronized T get() {
    T made = value == null ? maker.get() : value;
    value = made;
    return made;
  }
}

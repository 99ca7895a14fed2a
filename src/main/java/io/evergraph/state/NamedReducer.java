package io.evergraph.state;

import java.util.Objects;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;

/** A function under a name: the first value is held as it is, each later one is combined. */
record NamedReducer(String name, BinaryOperator<Object> function) implements Reducer {
  NamedReducer {
    if (name.isBlank()) {
      throw new IllegalArgumentException("Expected the name of a reducer but found a blank text.");
    }
    Objects.requireNonNull(function, "function");
  }

  @Override
  @SuppressWarnings("NullAway") // the function decides what it makes of a null that was written
  public @Nullable Object reduce(@Nullable Object current, @Nullable Object write) {
    return current == null ? write : function.apply(current, write);
  }
}

package io.evergraph.state;

import org.jspecify.annotations.Nullable;

/** Holds the value of the last writer in task order, however many write in one superstep. */
public final class LastWins implements Reducer {
  /** The only instance. */
  public static final LastWins INSTANCE = new LastWins();

  private LastWins() {}

  @Override
  public String name() {
    return "lastWins";
  }

  @Override
  public @Nullable Object reduce(@Nullable Object current, @Nullable Object write) {
    return write;
  }
}

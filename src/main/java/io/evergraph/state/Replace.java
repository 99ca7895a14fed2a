package io.evergraph.state;

import org.jspecify.annotations.Nullable;

/** Holds the one value written last; two tasks that write it in one superstep are a conflict. */
public final class Replace implements Reducer {
  /** The only instance. */
  public static final Replace INSTANCE = new Replace();

  private Replace() {}

  @Override
  public String name() {
    return "replace";
  }

  @Override
  public Concurrency concurrency() {
    return Concurrency.ONE_WRITER;
  }

  @Override
  public @Nullable Object reduce(@Nullable Object current, @Nullable Object write) {
    return write;
  }
}

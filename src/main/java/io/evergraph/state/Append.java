package io.evergraph.state;

import java.util.Collection;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Appends: every element of a written collection, or a written value that is no collection. Starts
 * empty.
 */
public final class Append implements Reducer {
  /** The only instance. */
  public static final Append INSTANCE = new Append();

  private Append() {}

  @Override
  public String name() {
    return "append";
  }

  @Override
  public Optional<Object> initial() {
    return Optional.of(PersistentList.empty());
  }

  @Override
  public Object reduce(@Nullable Object current, @Nullable Object write) {
    PersistentList<Object> list = PersistentList.from(current);
    return write instanceof Collection<?> many ? list.plusAll(many) : list.plus(write);
  }
}

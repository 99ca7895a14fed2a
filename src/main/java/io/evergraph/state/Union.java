package io.evergraph.state;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Appends like {@link Append}, but nothing that the list has already: elements are the same when
 * they are equal. Starts empty.
 */
public final class Union implements Reducer {
  /** The only instance. */
  public static final Union INSTANCE = new Union();

  private Union() {}

  @Override
  public String name() {
    return "union";
  }

  @Override
  public Optional<Object> initial() {
    return Optional.of(PersistentList.empty());
  }

  @Override
  public Object reduce(@Nullable Object current, @Nullable Object write) {
    PersistentList<@Nullable Object> list = PersistentList.from(current);
    Set<@Nullable Object> known = new LinkedHashSet<>(list);
    if (write instanceof Collection<?> many) {
      for (Object element : many) {
        list = known.add(element) ? list.plus(element) : list;
      }
      return list;
    }
    return known.add(write) ? list.plus(write) : list;
  }
}

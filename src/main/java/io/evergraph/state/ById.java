package io.evergraph.state;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A list of {@link Identified} elements: a new id is appended, a known id replaces its element in
 * place, {@link Removed} takes it out. Starts empty.
 */
public final class ById implements Reducer {
  /** The only instance. */
  public static final ById INSTANCE = new ById();

  private ById() {}

  @Override
  public String name() {
    return "byId";
  }

  @Override
  public Optional<Object> initial() {
    return Optional.of(PersistentList.empty());
  }

  @Override
  public Object reduce(@Nullable Object current, @Nullable Object write) {
    PersistentList<Object> list = PersistentList.from(current);
    Collection<?> elements =
        write instanceof Collection<?> many ? many : List.of(identified(write));
    for (Object element : elements) {
      list = apply(list, identified(element));
    }
    return list;
  }

  private static PersistentList<Object> apply(PersistentList<Object> list, Identified element) {
    int position = positionOf(list, element.id());
    if (element instanceof Removed) {
      return position < 0 ? list : list.minus(position);
    }
    return position < 0 ? list.plus(element) : list.with(position, element);
  }

  /** Searches from the end: what is replaced is mostly recent. */
  private static int positionOf(PersistentList<Object> list, String id) {
    for (int position = list.size() - 1; position >= 0; position--) {
      if (identified(list.get(position)).id().equals(id)) {
        return position;
      }
    }
    return -1;
  }

  private static Identified identified(@Nullable Object element) {
    if (element instanceof Identified identified) {
      return identified;
    }
    throw new IllegalArgumentException(
        "expected an element with an id but found "
            + (element == null ? "null" : element.getClass().getSimpleName()));
  }
}

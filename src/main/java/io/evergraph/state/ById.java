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
  public boolean knowsIds() {
    return true;
  }

  @Override
  public Object reduce(@Nullable Object current, @Nullable Object write) {
    IdentifiedList list = IdentifiedList.from(current);
    Collection<?> elements =
        write instanceof Collection<?> many ? many : List.of(IdentifiedList.identified(write));
    for (Object element : elements) {
      Identified identified = IdentifiedList.identified(element);
      list = element instanceof Removed ? list.without(identified.id()) : list.with(identified);
    }
    return list.value();
  }
}

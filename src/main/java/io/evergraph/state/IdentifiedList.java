package io.evergraph.state;

import java.util.AbstractList;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/**
 * A list of elements with ids that finds an id as fast in a long list as in a short one. Immutable;
 * versions share their parts.
 *
 * <p>A short list is searched, which is faster than to keep an index of it. The index is built when
 * a list becomes long, and again after an element was taken out of it, for then positions change.
 */
final class IdentifiedList extends AbstractList<Object> implements RandomAccess {
  private static final int LONGEST_SEARCHED = 32;

  private final PersistentList<Object> elements;
  private final @Nullable PersistentMap<Integer> positions;

  private IdentifiedList(
      PersistentList<Object> elements, @Nullable PersistentMap<Integer> positions) {
    this.elements = elements;
    this.positions = positions;
  }

  /** Reads a channel value. */
  static IdentifiedList from(@Nullable Object value) {
    return value instanceof IdentifiedList list
        ? list
        : new IdentifiedList(PersistentList.from(value), null);
  }

  Object value() {
    return positions == null ? elements : this;
  }

  PersistentList<Object> elements() {
    return elements;
  }

  IdentifiedList with(Identified element) {
    int position = positionOf(element.id());
    return position < 0
        ? plus(element)
        : new IdentifiedList(elements.with(position, element), positions);
  }

  private IdentifiedList plus(Identified element) {
    PersistentList<Object> longer = elements.plus(element);
    if (longer.size() <= LONGEST_SEARCHED) {
      return new IdentifiedList(longer, null);
    }
    return new IdentifiedList(
        longer,
        positions == null ? indexOf(longer) : positions.plus(element.id(), elements.size()));
  }

  private static PersistentMap<Integer> indexOf(PersistentList<Object> elements) {
    PersistentMap<Integer> positions = PersistentMap.empty();
    for (int position = 0; position < elements.size(); position++) {
      positions = positions.plus(identified(elements.get(position)).id(), position);
    }
    return positions;
  }

  IdentifiedList without(String id) {
    int position = positionOf(id);
    return position < 0 ? this : new IdentifiedList(elements.minus(position), null);
  }

  /** Searches from the end: what is replaced is mostly recent. */
  private int positionOf(String id) {
    if (positions != null) {
      Integer position = positions.get(id);
      return position == null ? -1 : position;
    }
    for (int position = elements.size() - 1; position >= 0; position--) {
      if (identified(elements.get(position)).id().equals(id)) {
        return position;
      }
    }
    return -1;
  }

  /** Returns an element as one with an id. */
  static Identified identified(@Nullable Object element) {
    if (element instanceof Identified identified) {
      return identified;
    }
    throw new IllegalArgumentException(
        "expected an element with an id but found "
            + (element == null ? "null" : element.getClass().getSimpleName()));
  }

  @Override
  public Object get(int index) {
    return elements.get(index);
  }

  @Override
  public int size() {
    return elements.size();
  }
}

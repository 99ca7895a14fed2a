package io.evergraph.state;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.Collection;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/**
 * An immutable list whose versions share their parts, so that appending to a long list does not
 * copy it.
 *
 * <p>A tree of 32-wide blocks with a tail: {@code get}, {@code plus} and {@code with} cost O(log32
 * n); {@code minus} copies what follows. Elements may be null. Safe to share between threads.
 */
public final class PersistentList<E> extends AbstractList<E> implements RandomAccess {
  private static final int BITS = 5;
  private static final int WIDTH = 1 << BITS;
  private static final int MASK = WIDTH - 1;
  private static final PersistentList<?> EMPTY =
      new PersistentList<>(0, BITS, new Object[0], new Object[0]);

  private final int size;
  private final int shift;
  private final @Nullable Object[] root;
  private final @Nullable Object[] tail;

  private PersistentList(int size, int shift, @Nullable Object[] root, @Nullable Object[] tail) {
    this.size = size;
    this.shift = shift;
    this.root = root;
    this.tail = tail;
  }

  /** Returns the list without elements. */
  @SuppressWarnings("unchecked")
  public static <E> PersistentList<E> empty() {
    return (PersistentList<E>) EMPTY;
  }

  /** Returns a list of the given elements: the argument itself if it is persistent already. */
  @SuppressWarnings("unchecked")
  public static <E> PersistentList<E> copyOf(Collection<? extends E> elements) {
    if (elements instanceof IdentifiedList list) {
      return (PersistentList<E>) list.elements();
    }
    return elements instanceof PersistentList<?> list
        ? (PersistentList<E>) list
        : PersistentList.<E>empty().plusAll(elements);
  }

  /**
   * Reads a channel value as a list: null is empty, a collection is copied, anything else is
   * refused.
   */
  @SuppressWarnings("unchecked")
  static <E> PersistentList<E> from(@Nullable Object value) {
    if (value == null) {
      return empty();
    }
    if (value instanceof Collection<?> elements) {
      return copyOf((Collection<E>) elements);
    }
    throw new IllegalArgumentException(
        "expected a list but found " + value.getClass().getSimpleName());
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  @SuppressWarnings("unchecked")
  public E get(int index) {
    if (index < 0 || index >= size) {
      throw new IndexOutOfBoundsException(
          "Expected an index below " + size + " but found " + index + ".");
    }
    return (E) blockOf(index)[index & MASK];
  }

  private int tailOffset() {
    return size - tail.length;
  }

  private @Nullable Object[] blockOf(int index) {
    if (index >= tailOffset()) {
      return tail;
    }
    @Nullable Object[] block = root;
    for (int level = shift; level > 0; level -= BITS) {
      block = childOf(block, (index >>> level) & MASK);
    }
    return block;
  }

  private static @Nullable Object[] childOf(@Nullable Object[] block, int slot) {
    if (block[slot] instanceof @Nullable Object[] child) {
      return child;
    }
    throw new IllegalStateException("Expected a block at slot " + slot + " but found an element.");
  }

  /** Returns this list with one more element at its end. */
  public PersistentList<E> plus(@Nullable E element) {
    if (tail.length < WIDTH) {
      @Nullable Object[] grown = Arrays.copyOf(tail, tail.length + 1);
      grown[tail.length] = element;
      return new PersistentList<>(size + 1, shift, root, grown);
    }
    @Nullable Object[] fresh = {element};
    boolean full = (size >>> BITS) > (1 << shift);
    if (full) {
      @Nullable Object[] higher = {root, path(shift, tail)};
      return new PersistentList<>(size + 1, shift + BITS, higher, fresh);
    }
    return new PersistentList<>(size + 1, shift, pushTail(shift, root), fresh);
  }

  private @Nullable Object[] pushTail(int level, @Nullable Object[] block) {
    int slot = ((size - 1) >>> level) & MASK;
    @Nullable Object[] copy = Arrays.copyOf(block, Math.max(block.length, slot + 1));
    if (level == BITS) {
      copy[slot] = tail;
    } else {
      boolean exists = slot < block.length;
      copy[slot] = exists ? pushTail(level - BITS, childOf(block, slot)) : path(level - BITS, tail);
    }
    return copy;
  }

  private static @Nullable Object[] path(int level, @Nullable Object[] block) {
    return level == 0 ? block : new @Nullable Object[] {path(level - BITS, block)};
  }

  /** Returns this list with more elements at its end, in their order. */
  public PersistentList<E> plusAll(Collection<? extends E> elements) {
    @Nullable Object[] added = elements.toArray();
    PersistentList<E> list = this;
    while (list.size - size < added.length) {
      list = list.plusSome(added, list.size - size);
    }
    return list;
  }

  /** Appends from an array what has room in the tail; a new tail takes one element at first. */
  @SuppressWarnings("unchecked")
  private PersistentList<E> plusSome(@Nullable Object[] added, int from) {
    int room = Math.min(WIDTH - tail.length, added.length - from);
    if (room == 0) {
      return plus((E) added[from]);
    }
    @Nullable Object[] grown = Arrays.copyOf(tail, tail.length + room);
    for (int next = 0; next < room; next++) {
      grown[tail.length + next] = added[from + next];
    }
    return new PersistentList<>(size + room, shift, root, grown);
  }

  /** Returns this list with another element at an index that exists. */
  public PersistentList<E> with(int index, @Nullable E element) {
    get(index);
    if (index >= tailOffset()) {
      @Nullable Object[] changed = tail.clone();
      changed[index & MASK] = element;
      return new PersistentList<>(size, shift, root, changed);
    }
    return new PersistentList<>(size, shift, replace(shift, root, index, element), tail);
  }

  private static @Nullable Object[] replace(
      int level, @Nullable Object[] block, int index, @Nullable Object element) {
    @Nullable Object[] copy = block.clone();
    int slot = (index >>> level) & MASK;
    copy[slot] = level == 0 ? element : replace(level - BITS, childOf(block, slot), index, element);
    return copy;
  }

  /** Returns this list without the element at an index that exists. */
  public PersistentList<E> minus(int index) {
    get(index);
    PersistentList<E> list = PersistentList.<E>empty().plusAll(subList(0, index));
    return list.plusAll(subList(index + 1, size));
  }
}

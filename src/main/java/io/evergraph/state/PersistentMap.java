package io.evergraph.state;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An immutable map by name whose versions share their parts, in the order of the names.
 *
 * <p>A treap whose priorities are hashes of the names, so that equal maps have equal shapes: {@code
 * get}, {@code plus} and {@code minus} cost O(log n). Safe to share between threads.
 */
public final class PersistentMap<V> extends AbstractMap<String, V> {
  private static final PersistentMap<?> EMPTY = new PersistentMap<>(null, 0);

  private final @Nullable Branch<V> root;
  private final int size;

  private PersistentMap(@Nullable Branch<V> root, int size) {
    this.root = root;
    this.size = size;
  }

  /** Returns the map without entries. */
  @SuppressWarnings("unchecked")
  public static <V> PersistentMap<V> empty() {
    return (PersistentMap<V>) EMPTY;
  }

  /** Returns a map of the given entries: the argument itself if it is persistent already. */
  @SuppressWarnings("unchecked")
  public static <V> PersistentMap<V> copyOf(Map<String, ? extends V> entries) {
    if (entries instanceof PersistentMap<?> map) {
      return (PersistentMap<V>) map;
    }
    PersistentMap<V> map = empty();
    for (Map.Entry<String, ? extends V> entry : entries.entrySet()) {
      map = map.plus(entry.getKey(), entry.getValue());
    }
    return map;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public boolean containsKey(@Nullable Object key) {
    return find(key) != null;
  }

  @Override
  public @Nullable V get(@Nullable Object key) {
    Branch<V> found = find(key);
    return found == null ? null : found.value;
  }

  private @Nullable Branch<V> find(@Nullable Object key) {
    Branch<V> branch = key instanceof String ? root : null;
    while (branch != null && !branch.key.equals(key)) {
      branch = branch.key.compareTo((String) key) > 0 ? branch.left : branch.right;
    }
    return branch;
  }

  /** Returns this map with a value under a name, in place of the one that was there. */
  public PersistentMap<V> plus(String key, V value) {
    return new PersistentMap<>(insert(root, key, value), containsKey(key) ? size : size + 1);
  }

  /** Returns this map without a name. */
  public PersistentMap<V> minus(String key) {
    return containsKey(key) ? new PersistentMap<>(delete(root, key), size - 1) : this;
  }

  private static <V> Branch<V> insert(@Nullable Branch<V> at, String key, V value) {
    if (at == null) {
      return new Branch<>(key, value, priority(key), null, null);
    }
    int order = key.compareTo(at.key);
    if (order == 0) {
      return new Branch<>(key, value, at.priority, at.left, at.right);
    }
    if (order < 0) {
      Branch<V> left = insert(at.left, key, value);
      return left.priority > at.priority
          ? left.with(left.left, at.with(left.right, at.right))
          : at.with(left, at.right);
    }
    Branch<V> right = insert(at.right, key, value);
    return right.priority > at.priority
        ? right.with(at.with(at.left, right.left), right.right)
        : at.with(at.left, right);
  }

  private static <V> @Nullable Branch<V> delete(@Nullable Branch<V> at, String key) {
    if (at == null) {
      return null;
    }
    int order = key.compareTo(at.key);
    if (order == 0) {
      return merged(at.left, at.right);
    }
    return order < 0
        ? at.with(delete(at.left, key), at.right)
        : at.with(at.left, delete(at.right, key));
  }

  private static <V> @Nullable Branch<V> merged(
      @Nullable Branch<V> left, @Nullable Branch<V> right) {
    if (left == null || right == null) {
      return left == null ? right : left;
    }
    return left.priority >= right.priority
        ? left.with(left.left, merged(left.right, right))
        : right.with(merged(left, right.left), right.right);
  }

  /** Neighbouring names have neighbouring hash codes, so their bits are mixed. */
  private static int priority(String key) {
    int mixed = key.hashCode() * 0x9E3779B1;
    mixed = (mixed ^ (mixed >>> 15)) * 0x85EBCA6B;
    return mixed ^ (mixed >>> 13);
  }

  @Override
  public Set<Map.Entry<String, V>> entrySet() {
    return new AbstractSet<>() {
      @Override
      public Iterator<Map.Entry<String, V>> iterator() {
        return new InOrder<>(root);
      }

      @Override
      public int size() {
        return size;
      }
    };
  }

  private record Branch<V>(
      String key, V value, int priority, @Nullable Branch<V> left, @Nullable Branch<V> right) {
    Branch<V> with(@Nullable Branch<V> otherLeft, @Nullable Branch<V> otherRight) {
      return new Branch<>(key, value, priority, otherLeft, otherRight);
    }
  }

  /** A branch whose left side has been walked, on top of those above it. */
  private record Open<V>(Branch<V> branch, @Nullable Open<V> above) {}

  /** Goes through the entries in the order of their names. */
  private static final class InOrder<V> implements Iterator<Map.Entry<String, V>> {
    private @Nullable Open<V> open;

    InOrder(@Nullable Branch<V> root) {
      descend(root);
    }

    private void descend(@Nullable Branch<V> from) {
      for (Branch<V> branch = from; branch != null; branch = branch.left) {
        open = new Open<>(branch, open);
      }
    }

    @Override
    public boolean hasNext() {
      return open != null;
    }

    @Override
    public Map.Entry<String, V> next() {
      if (open == null) {
        throw new NoSuchElementException("Expected another entry but found none.");
      }
      Branch<V> branch = open.branch();
      open = open.above();
      descend(branch.right);
      return Map.entry(branch.key, branch.value);
    }
  }
}

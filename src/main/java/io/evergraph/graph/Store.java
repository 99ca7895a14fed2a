package io.evergraph.graph;

import io.evergraph.error.NotOfferedException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A memory that outlives threads: items under a namespace and a key, shared by all nodes, tools and
 * hooks of all workers.
 *
 * <p>A node that is tried again puts the same key again, which leaves one item. Safe for use by
 * several threads.
 */
public interface Store {
  /**
   * Returns what this is called: {@code memory}, {@code jdbc}, {@code redis} …; or {@code other}.
   */
  default String kind() {
    return "other";
  }

  /**
   * Puts an item that lasts until it is deleted; replaces one that is there, which keeps its time
   * of creation.
   *
   * @param namespace such as {@code List.of("ann", "notes")}
   * @param value texts, numbers, booleans, null, lists and maps of such, by name
   */
  default StoreItem put(List<String> namespace, String key, Map<String, ?> value) {
    return put(StoreWrite.of(namespace, key, value));
  }

  /** Puts an item; replaces one that is there, which keeps its time of creation. */
  StoreItem put(StoreWrite write);

  /**
   * Puts an item if the one that is there has a version; returns it, and nothing where another
   * version, or none, is there.
   *
   * @param version the expected version; 0 expects that there is no item
   */
  Optional<StoreItem> putIf(StoreWrite write, long version);

  /** Returns the item under a key; reading one that is refreshed lets it live on. */
  Optional<StoreItem> get(List<String> namespace, String key);

  /** Deletes the item under a key; returns whether there was one. */
  boolean delete(List<String> namespace, String key);

  /** Deletes the items in a namespace and those below it; returns how many there were. */
  default int deleteAll(List<String> namespace) {
    List<StoreItem> all = search(StoreQuery.in(namespace).unranked());
    all.forEach(item -> delete(item.namespace(), item.key()));
    return all.size();
  }

  /**
   * Returns a page of the items in a namespace and those below it, sorted by namespace and key;
   * those nearest in meaning first where the query has a text. Refreshes nothing.
   *
   * @throws IllegalArgumentException when the query has a text and the store has no embedding model
   */
  List<StoreItem> search(StoreQuery query);

  /**
   * Reads all items, those of every namespace. Refreshes nothing.
   *
   * @throws io.evergraph.error.NotOfferedException when the store cannot list all that it holds
   */
  default void read(Consumer<StoreItem> each) {
    throw new NotOfferedException(
        "list of all items",
        getClass().getSimpleName(),
        "Implement Store.read, or take one of the stores that come along.");
  }
}

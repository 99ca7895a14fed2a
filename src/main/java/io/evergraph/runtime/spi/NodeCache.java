package io.evergraph.runtime.spi;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Keeps results of nodes that have a cache policy. In a process of its own it serves that process;
 * on a shared store all workers. Safe for use by several threads.
 *
 * <p>A cache that fails must behave as if it were empty.
 */
public interface NodeCache {
  /** Returns what this is called: {@code memory}, {@code jdbc}, {@code redis} … */
  String kind();

  /** Returns whether it serves this process alone; false unless it says so. */
  default boolean isLocal() {
    return false;
  }

  /** Returns a result that is kept and has not passed its time. */
  Optional<String> find(Key key);

  /**
   * Keeps a result.
   *
   * @param result as JSON text
   * @param timeToLive how long it may be used; empty for as long as there is room
   */
  void put(Key key, String result, Optional<Duration> timeToLive);

  /**
   * Forgets what is kept of a node, so that it runs again.
   *
   * @return how many results were forgotten; empty when the back-end cannot be reached
   */
  Optional<Integer> clear(String graph, String node);

  /**
   * Reads all results.
   *
   * @throws io.evergraph.error.StoreUnavailableException when the back-end cannot be reached
   */
  void read(Consumer<String> each);

  /**
   * What a result is found by.
   *
   * @param node the name of the node
   * @param hash 32 hex digits of what the result depends on
   */
  record Key(String graph, String node, String hash) {}
}

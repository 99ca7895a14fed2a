package io.evergraph.runtime.spi;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Those who listen to threads, by thread. Safe for use by several threads. */
public final class ThreadListeners<L> {
  private final Map<String, Set<L>> byThread = new ConcurrentHashMap<>();

  /** Adds a listener in one step: the last one of a thread takes the set with it. */
  public void add(String thread, L listener) {
    byThread.compute(
        thread,
        (any, known) -> {
          Set<L> all = known == null ? ConcurrentHashMap.newKeySet() : known;
          all.add(listener);
          return all;
        });
  }

  /** Removes a listener, if it is there. */
  public void remove(String thread, L listener) {
    byThread.computeIfPresent(
        thread,
        (any, all) -> {
          all.remove(listener);
          return all.isEmpty() ? null : all;
        });
  }

  /** Returns those who listen to a thread; it changes as they come and go. */
  public Set<L> of(String thread) {
    return byThread.getOrDefault(thread, Set.of());
  }

  /** Returns the threads that somebody listens to; it changes as they come and go. */
  public Set<String> threads() {
    return byThread.keySet();
  }
}

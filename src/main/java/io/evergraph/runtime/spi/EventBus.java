package io.evergraph.runtime.spi;

import java.util.List;

/**
 * The live side channel: carries what nodes emit to those who watch. Bounded: whoever reads too
 * slowly loses some of it, and a node is never held up. Safe for use by several threads.
 */
public interface EventBus {
  /** Returns what this is called: {@code memory}, {@code jdbc}, {@code redis} … */
  String kind();

  /** Carries what a task has emitted. Returns at once and never throws. */
  void publish(Emitted emitted);

  /**
   * Waits until what was published here can be seen by those who listen elsewhere, for a moment at
   * most. Runtimes call it before a result is recorded, so that readers find what a task has
   * emitted before its end. Never throws.
   */
  default void flush() {}

  /**
   * Listens to a thread, from the oldest emission that is still held.
   *
   * @param onNews called whenever there is something to take; must return at once
   */
  Subscription subscribe(String thread, Runnable onNews);

  /**
   * Removes what is held of the emissions of a thread; those who listen stay.
   *
   * @return how many were removed
   * @throws io.evergraph.error.StoreUnavailableException when the back-end cannot be reached
   */
  int forget(String thread);

  /** Returns whose emissions are seen here. */
  Reach reach();

  /** Whose emissions are seen by those who listen. */
  enum Reach {
    /** Those of nodes that run in this process. */
    PROCESS,
    /** Those of all workers. */
    WORKERS
  }

  /** What one listener has not taken yet. For one reader. */
  interface Subscription extends AutoCloseable {
    /** Returns what came since the last call, in order; what was lost is missing. */
    List<Emitted> take();

    @Override
    void close();
  }
}

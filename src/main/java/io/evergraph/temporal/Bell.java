package io.evergraph.temporal;

/**
 * Tells the one who follows a thread that something may have happened. What it was, the thread
 * tells itself. For one reader at a time.
 */
interface Bell extends AutoCloseable {
  /** What to listen for. */
  enum Ear {
    /** Everything that moves the thread on. */
    MOVES,
    /** Runs that stop, and the end of the thread. */
    STOPS
  }

  /**
   * Waits until something may have happened since the last call. The first call returns when
   * anything may have happened before.
   *
   * @param nanos how long to wait at most
   * @return false when nothing will ever happen again
   * @throws InterruptedException when the reader's thread is interrupted
   */
  boolean await(long nanos) throws InterruptedException;

  @Override
  void close();
}

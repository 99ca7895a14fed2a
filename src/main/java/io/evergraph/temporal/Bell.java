package io.evergraph.temporal;

/**
 * Tells the one who follows a thread that something may have happened. What it was, the thread
 * tells itself. For one reader at a time.
 */
interface Bell extends AutoCloseable {
  /**
   * Waits until something may have happened since the last call; the first call returns at once.
   *
   * @return false when nothing will ever happen again
   * @throws InterruptedException when the reader's thread is interrupted
   */
  boolean await() throws InterruptedException;

  @Override
  void close();
}

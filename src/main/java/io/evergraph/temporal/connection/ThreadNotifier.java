package io.evergraph.temporal.connection;

import io.temporal.api.history.v1.HistoryEvent;
import java.util.Optional;

/**
 * Tells the one who follows a thread that something may have happened. What it was, the thread
 * tells itself. For one reader at a time.
 */
public interface ThreadNotifier extends AutoCloseable {
  /** What to listen for. */
  enum Ear {
    /** Everything that moves the thread on. */
    MOVES,
    /** Runs that stop, and the end of the thread. */
    STOPS,
    /** The end of the thread, and with less hurry runs that stop before it. */
    END
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

  /** Returns the event that the thread's workflow has ended with, where the server told it. */
  default Optional<HistoryEvent> end() {
    return Optional.empty();
  }

  /**
   * Returns how the thread has ended, where a worker of this process has ended it.
   *
   * @throws InterruptedException when the reader's thread is interrupted
   */
  default Optional<LocalEnd> heardEnd() throws InterruptedException {
    return Optional.empty();
  }

  @Override
  void close();
}

package io.evergraph.temporal.connection;

import io.evergraph.temporal.protocol.RunView;
import io.temporal.api.history.v1.HistoryEvent;
import java.util.List;
import java.util.Optional;

/**
 * Tells the follower of a thread that something may have happened; what it was, the thread is asked
 * for, unless it was told with it. For one reader at a time.
 */
public interface ThreadNotifier extends AutoCloseable {
  /** What a follower waits for. */
  enum Interest {
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

  /**
   * Returns the last events of the thread's workflow, the latest first; empty where it has not
   * ended, or the server has not told them.
   */
  default List<HistoryEvent> lastEvents() {
    return List.of();
  }

  /**
   * Returns how the run stopped that stopped last, where what told the last call of it says so;
   * empty where the thread has to be asked.
   */
  default Optional<RunView> stop() {
    return Optional.empty();
  }

  @Override
  void close();
}

package io.evergraph.temporal.connection;

import io.evergraph.runtime.spi.ThreadListeners;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Tells followers of threads what interpreters of the same process do. Safe for use by several
 * threads.
 *
 * <p>An interpreter tells its step before the server has recorded it, so a reader asks again after
 * pauses that grow from call to call.
 */
public final class LocalNotifier {
  private static final long FIRST_CHECK_MILLIS = 20;
  private static final long LAST_CHECK_MILLIS = 1_000;

  private final ThreadListeners<Listener> listeners = new ThreadListeners<>();

  /** Hears what happens to a thread, on the interpreter's thread. */
  public interface Listener {
    void moved();

    /** It stopped, or its workflow's execution is about to end. */
    void stopped();
  }

  /** Tells those who follow a thread what has happened to it. */
  public void tell(String thread, Consumer<Listener> news) {
    listeners.of(thread).forEach(news);
  }

  public void add(String thread, Listener listener) {
    listeners.add(thread, listener);
  }

  public void remove(String thread, Listener listener) {
    listeners.remove(thread, listener);
  }

  /**
   * Returns a notifier for a thread whose interpreters all run in this process.
   *
   * @param ended asks whether the thread has ended, when nothing was heard of it for a while
   */
  public ThreadNotifier listen(
      String thread, ThreadNotifier.Interest interest, BooleanSupplier ended) {
    Waiter waiter = new Waiter(thread, interest, ended);
    add(thread, waiter);
    return waiter;
  }

  private final class Waiter implements ThreadNotifier, Listener {
    private final String thread;
    private final Interest interest;
    private final BooleanSupplier ended;
    private final Semaphore wakes = new Semaphore(1);
    private volatile long checkMillis = FIRST_CHECK_MILLIS;

    Waiter(String thread, Interest interest, BooleanSupplier ended) {
      this.thread = thread;
      this.interest = interest;
      this.ended = ended;
    }

    @Override
    public void moved() {
      if (interest == Interest.MOVES) {
        stopped();
      }
    }

    @Override
    public void stopped() {
      checkMillis = FIRST_CHECK_MILLIS;
      wakes.release();
    }

    @Override
    public boolean await(long nanos) throws InterruptedException {
      long longest = Math.min(nanos, TimeUnit.MILLISECONDS.toNanos(checkMillis));
      if (!wakes.tryAcquire(longest, TimeUnit.NANOSECONDS)) {
        checkMillis = Math.min(2 * checkMillis, LAST_CHECK_MILLIS);
      }
      wakes.drainPermits();
      return checkMillis < LAST_CHECK_MILLIS || !ended.getAsBoolean();
    }

    @Override
    public void close() {
      remove(thread, this);
    }
  }
}

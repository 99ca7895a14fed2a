package io.evergraph.temporal;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * The bells of this process: interpreters ring, readers wait. Safe for use by several threads.
 *
 * <p>An interpreter rings before the server has taken note of its step, so a reader looks again
 * after a while that grows from call to call.
 */
final class LocalBells {
  private static final long FIRST_LOOK_MILLIS = 20;
  private static final long LAST_LOOK_MILLIS = 1_000;

  private final Map<String, Set<Ringer>> listeners = new ConcurrentHashMap<>();

  /**
   * Rings for a thread; silent where nobody listens.
   *
   * @param stopped whether a run has stopped
   */
  void ring(String thread, boolean stopped) {
    listeners.getOrDefault(thread, Set.of()).forEach(ringer -> ringer.ring(stopped));
  }

  /** Returns a bell for a thread. */
  Bell listen(String thread, Bell.Ear ear) {
    Ringer ringer = new Ringer(thread, ear);
    listeners.compute(
        thread,
        (name, known) -> {
          Set<Ringer> all = known == null ? ConcurrentHashMap.newKeySet() : known;
          all.add(ringer);
          return all;
        });
    return ringer;
  }

  private final class Ringer implements Bell {
    private final String thread;
    private final Ear ear;
    private final Semaphore rings = new Semaphore(1);
    private volatile long look = FIRST_LOOK_MILLIS;

    Ringer(String thread, Ear ear) {
      this.thread = thread;
      this.ear = ear;
    }

    void ring(boolean stopped) {
      if (stopped || ear == Ear.MOVES) {
        look = FIRST_LOOK_MILLIS;
        rings.release();
      }
    }

    @Override
    public boolean await(long nanos) throws InterruptedException {
      long longest = Math.min(nanos, TimeUnit.MILLISECONDS.toNanos(look));
      if (!rings.tryAcquire(longest, TimeUnit.NANOSECONDS)) {
        look = Math.min(2 * look, LAST_LOOK_MILLIS);
      }
      rings.drainPermits();
      return true;
    }

    @Override
    public void close() {
      listeners.computeIfPresent(
          thread,
          (name, all) -> {
            all.remove(this);
            return all.isEmpty() ? null : all;
          });
    }
  }
}

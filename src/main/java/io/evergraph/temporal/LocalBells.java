package io.evergraph.temporal;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The bells of this process: interpreters ring, readers wait. Safe for use by several threads.
 *
 * <p>An interpreter rings before the server has taken note of its step, so a reader looks again
 * after a while that grows from call to call.
 */
final class LocalBells {
  private static final long FIRST_LOOK_MILLIS = 20;
  private static final long LAST_LOOK_MILLIS = 1_000;

  private final Map<String, Set<Consumer<Ring>>> listeners = new ConcurrentHashMap<>();

  /** What has happened to a thread. */
  enum Ring {
    /** It has moved on. */
    MOVED,
    /** A run of it has stopped. */
    STOPPED,
    /** Its workflow ends. */
    ENDED
  }

  /** Rings for a thread; silent where nobody listens. */
  void ring(String thread, Ring ring) {
    listeners.getOrDefault(thread, Set.of()).forEach(listener -> listener.accept(ring));
  }

  /** Tells a listener what happens to a thread, on the interpreter's thread. */
  void add(String thread, Consumer<Ring> listener) {
    listeners.compute(
        thread,
        (name, known) -> {
          Set<Consumer<Ring>> all = known == null ? ConcurrentHashMap.newKeySet() : known;
          all.add(listener);
          return all;
        });
  }

  /** Tells a listener no more. */
  void remove(String thread, Consumer<Ring> listener) {
    listeners.computeIfPresent(
        thread,
        (name, all) -> {
          all.remove(listener);
          return all.isEmpty() ? null : all;
        });
  }

  /** Returns a bell for a thread. */
  Bell listen(String thread, Bell.Ear ear) {
    Ringer ringer = new Ringer(thread, ear);
    add(thread, ringer);
    return ringer;
  }

  private final class Ringer implements Bell, Consumer<Ring> {
    private final String thread;
    private final Ear ear;
    private final Semaphore rings = new Semaphore(1);
    private volatile long look = FIRST_LOOK_MILLIS;

    Ringer(String thread, Ear ear) {
      this.thread = thread;
      this.ear = ear;
    }

    @Override
    public void accept(Ring ring) {
      if (ring != Ring.MOVED || ear == Ear.MOVES) {
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
      remove(thread, this);
    }
  }
}

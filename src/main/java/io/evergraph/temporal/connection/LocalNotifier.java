package io.evergraph.temporal.connection;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The bells of this process: interpreters ring, readers wait. Safe for use by several threads.
 *
 * <p>An interpreter rings before the server has taken note of its step, so a reader looks again
 * after a while that grows from call to call. The end of a thread is told once it has.
 */
public final class LocalNotifier {
  private static final long FIRST_LOOK_MILLIS = 20;
  private static final long LAST_LOOK_MILLIS = 1_000;

  private static final int REMEMBERED = 4_096;

  private final Map<String, Set<Listener>> listeners = new ConcurrentHashMap<>();
  private final Map<String, Long> lastMoves = Collections.synchronizedMap(new Latest<>());
  private final Map<String, Boolean> ending = Collections.synchronizedMap(new Latest<>());
  private volatile boolean rung;

  /** Hears what happens to a thread, on the interpreter's thread. */
  public interface Listener {
    /** The thread has moved on. */
    default void moved() {}

    /** A run of the thread has stopped. */
    default void stopped() {}

    /** The thread's workflow has ended. */
    default void ended(LocalEnd end) {}
  }

  /** Tells that a thread has moved on; silent where nobody listens, like the others. */
  public void move(String thread) {
    note(thread);
    each(thread, Listener::moved);
  }

  /** Tells that a run of a thread has stopped. */
  public void stop(String thread) {
    note(thread);
    each(thread, Listener::stopped);
  }

  /** Tells that a thread's workflow is about to end: nothing more will be heard but that. */
  public void endSoon(String thread) {
    lastMoves.remove(thread);
    ending.put(thread, true);
    each(thread, Listener::moved);
  }

  /** Tells that a thread's workflow has ended. */
  void end(LocalEnd end) {
    each(end.view().thread(), listener -> listener.ended(end));
  }

  private void note(String thread) {
    rung = true;
    ending.remove(thread);
    lastMoves.put(thread, System.nanoTime());
  }

  /** Returns whether an interpreter of this process has ever rung for any thread. */
  public boolean hasRung() {
    return rung;
  }

  /**
   * Returns when an interpreter of this process last moved a thread on, as {@link System#nanoTime}
   * counts; empty where none has, where its end is near, or where so many others have been moved on
   * since that it is forgotten.
   */
  public Optional<Long> lastMove(String thread) {
    return Optional.ofNullable(lastMoves.get(thread));
  }

  /** Returns whether a thread was about to end when an interpreter of this process last had it. */
  public boolean isEnding(String thread) {
    return ending.containsKey(thread);
  }

  /** Returns whether anybody listens to any thread. */
  public boolean isHeard() {
    return !listeners.isEmpty();
  }

  private void each(String thread, Consumer<Listener> told) {
    listeners.getOrDefault(thread, Set.of()).forEach(told);
  }

  /** Tells a listener what happens to a thread. */
  public void add(String thread, Listener listener) {
    listeners.compute(
        thread,
        (name, known) -> {
          Set<Listener> all = known == null ? ConcurrentHashMap.newKeySet() : known;
          all.add(listener);
          return all;
        });
  }

  /** Tells a listener no more. */
  public void remove(String thread, Listener listener) {
    listeners.computeIfPresent(
        thread,
        (name, all) -> {
          all.remove(listener);
          return all.isEmpty() ? null : all;
        });
  }

  /** Returns a bell for a thread. */
  public ThreadNotifier listen(String thread, ThreadNotifier.Ear ear) {
    Ringer ringer = new Ringer(thread, ear);
    add(thread, ringer);
    return ringer;
  }

  /** What is known of threads; keeps those that were noted, or asked for, most lately. */
  private static final class Latest<V> extends LinkedHashMap<String, V> {
    private static final long serialVersionUID = 1;
    private static final float USUAL_LOAD = 0.75f;

    Latest() {
      super(REMEMBERED, USUAL_LOAD, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
      return size() > REMEMBERED;
    }
  }

  private final class Ringer implements ThreadNotifier, Listener {
    private final String thread;
    private final Ear ear;
    private final Semaphore rings = new Semaphore(1);
    private volatile long look = FIRST_LOOK_MILLIS;

    Ringer(String thread, Ear ear) {
      this.thread = thread;
      this.ear = ear;
    }

    @Override
    public void moved() {
      if (ear == Ear.MOVES) {
        stopped();
      }
    }

    @Override
    public void stopped() {
      look = FIRST_LOOK_MILLIS;
      rings.release();
    }

    @Override
    public void ended(LocalEnd end) {
      stopped();
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

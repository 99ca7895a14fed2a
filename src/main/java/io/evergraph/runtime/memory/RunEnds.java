package io.evergraph.runtime.memory;

import io.evergraph.event.RunEvent;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** How the runs of one thread in memory ended, and who waits for that. */
final class RunEnds {
  private final Map<String, RunEvent> ends = new ConcurrentHashMap<>();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition more = lock.newCondition();
  private final AtomicInteger waiting = new AtomicInteger();

  /** Takes note of the ends among some events. */
  void note(List<RunEvent> news) {
    boolean ended = false;
    for (RunEvent event : news) {
      if (event.endsRun()) {
        event.runs().forEach(run -> ends.putIfAbsent(run, event));
        ended = true;
      }
    }
    if (ended && waiting.get() > 0) {
      wake();
    }
  }

  private void wake() {
    lock.lock();
    try {
      more.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits for the end of a run.
   *
   * @param deadline the value of {@link System#nanoTime()} until which to wait
   */
  Optional<RunEvent> await(String runId, long deadline) throws InterruptedException {
    RunEvent end = ends.get(runId);
    return end == null ? sleep(runId, deadline) : Optional.of(end);
  }

  /** Returns whether a run has ended. */
  boolean isOver(String runId) {
    return ends.containsKey(runId);
  }

  private Optional<RunEvent> sleep(String runId, long deadline) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      waiting.incrementAndGet();
      RunEvent end = ends.get(runId);
      long left = deadline - System.nanoTime();
      while (end == null && left > 0) {
        left = more.awaitNanos(Math.min(left, TimeUnit.HOURS.toNanos(1)));
        end = ends.get(runId);
        left = deadline - System.nanoTime();
      }
      return Optional.ofNullable(end);
    } finally {
      waiting.decrementAndGet();
      lock.unlock();
    }
  }
}

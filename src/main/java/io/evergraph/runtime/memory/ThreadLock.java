package io.evergraph.runtime.memory;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** The lock of one thread, and the news that others wait for. */
final class ThreadLock {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition news = lock.newCondition();
  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

  <T> T locked(Supplier<T> action) {
    lock.lock();
    try {
      return action.get();
    } finally {
      lock.unlock();
    }
  }

  void exclusively(Runnable action) {
    lock.lock();
    try {
      action.run();
    } finally {
      lock.unlock();
    }
  }

  /** Wakes those who wait for news, and tells those who listen. */
  void tell() {
    exclusively(news::signalAll);
    listeners.forEach(Runnable::run);
  }

  void listen(Runnable listener) {
    listeners.add(listener);
  }

  void unlisten(Runnable listener) {
    listeners.remove(listener);
  }

  /** Waits until something is found. */
  <T> List<T> await(Supplier<List<T>> source, long nanos) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long left = nanos;
      List<T> found = source.get();
      while (found.isEmpty() && left > 0) {
        left = news.awaitNanos(left);
        found = source.get();
      }
      return found;
    } finally {
      lock.unlock();
    }
  }
}

package io.evergraph.backend;

import io.evergraph.runtime.LogContents;
import io.evergraph.runtime.spi.Emitted;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends what nodes emit to where other processes read it: in batches, on a thread of its own, so
 * that no node waits for it. What cannot be sent is lost. Safe for use by several threads.
 */
public final class EmissionOutbox implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EmissionOutbox.class);
  private static final int MOST_WAITING = 10_000;
  private static final int BATCH = 500;
  private static final long FLUSH_NANOS = Duration.ofMillis(250).toNanos();

  private final Consumer<List<Emitted>> sender;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition news = lock.newCondition();
  private final Condition progress = lock.newCondition();
  private final Deque<Emitted> waiting = new ArrayDeque<>();
  private final Thread worker;
  private long added;
  private long done;
  private boolean away;
  private boolean closed;

  /**
   * Makes an outbox that sends at once what it is given.
   *
   * @param sender sends a batch, and throws where that fails
   */
  public EmissionOutbox(String name, Consumer<List<Emitted>> sender) {
    this.sender = sender;
    this.worker = new Thread(this::work, name);
    worker.setDaemon(true);
    worker.start();
  }

  /** Takes an emission; the oldest one that waits is lost where there are too many. */
  public void add(Emitted emitted) {
    lock.lock();
    try {
      waiting.add(emitted);
      added++;
      if (waiting.size() > MOST_WAITING) {
        waiting.remove();
        done++;
      }
      news.signal();
    } finally {
      lock.unlock();
    }
  }

  /** Waits until what was added before is sent, for a quarter of a second at most. */
  public void flush() {
    lock.lock();
    try {
      long wanted = added;
      long left = FLUSH_NANOS;
      while (done < wanted && !away && !closed && left > 0) {
        left = progress.awaitNanos(left);
      }
    } catch (InterruptedException hurry) {
      Thread.currentThread().interrupt();
    } finally {
      lock.unlock();
    }
  }

  private void work() {
    List<Emitted> batch = next();
    while (!batch.isEmpty()) {
      settled(batch.size(), isSent(batch));
      batch = next();
    }
  }

  /** Returns what is to be sent now; nothing once this is closed. */
  private List<Emitted> next() {
    lock.lock();
    try {
      while (waiting.isEmpty() && !closed) {
        news.awaitUninterruptibly();
      }
      List<Emitted> batch = new ArrayList<>();
      while (batch.size() < BATCH && !waiting.isEmpty()) {
        batch.add(waiting.remove());
      }
      return batch;
    } finally {
      lock.unlock();
    }
  }

  private boolean isSent(List<Emitted> batch) {
    try {
      sender.accept(batch);
      return true;
    } catch (RuntimeException failure) {
      if (!away) {
        LOG.warn(
            "What nodes emit does not reach other processes: {}", LogContents.message(failure));
      }
      return false;
    }
  }

  private void settled(int count, boolean isSent) {
    lock.lock();
    try {
      done += count;
      away = !isSent;
      progress.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Sends what waits, for a second at most, and ends. */
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      news.signalAll();
      progress.signalAll();
    } finally {
      lock.unlock();
    }
    try {
      worker.join(TimeUnit.SECONDS.toMillis(1));
    } catch (InterruptedException hurry) {
      Thread.currentThread().interrupt();
    }
  }
}

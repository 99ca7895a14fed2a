package io.evergraph.runtime;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Interrupts attempts that are silent, or run, for too long. Safe for use by several threads. */
final class Watchdog {
  private static final long LOOK_EVERY_MILLIS = 20;

  private final Set<Watch> watches = ConcurrentHashMap.newKeySet();

  Watchdog() {
    Thread looker = new Thread(this::lookForever, "evergraph-watchdog");
    looker.setDaemon(true);
    looker.start();
  }

  private void lookForever() {
    try {
      while (true) {
        TimeUnit.MILLISECONDS.sleep(LOOK_EVERY_MILLIS);
        look();
      }
    } catch (InterruptedException over) {
      Thread.currentThread().interrupt();
    }
  }

  private void look() {
    if (!watches.isEmpty()) {
      long now = System.nanoTime();
      watches.forEach(watch -> watch.look(now));
    }
  }

  /** Watches the calling thread until the watch is ended. */
  Watch watch(Duration longestSilence, Duration longestRun) {
    Watch watch = new Watch(Thread.currentThread(), longestSilence, longestRun);
    watches.add(watch);
    return watch;
  }

  /** The watch over one attempt. */
  final class Watch {
    private final Thread watched;
    private final Duration longestSilence;
    private final Duration longestRun;
    private final long begin = System.nanoTime();
    private volatile long lastSign = begin;
    private @Nullable String verdict;
    private boolean ended;

    private Watch(Thread watched, Duration longestSilence, Duration longestRun) {
      this.watched = watched;
      this.longestSilence = longestSilence;
      this.longestRun = longestRun;
    }

    void sign() {
      lastSign = System.nanoTime();
    }

    private synchronized void look(long now) {
      if (ended || verdict != null) {
        return;
      }
      if (now - begin > longestRun.toNanos()) {
        verdict = "ran longer than " + longestRun;
      } else if (now - lastSign > longestSilence.toNanos()) {
        verdict = "gave no sign of life for " + longestSilence;
      }
      if (verdict != null) {
        watched.interrupt();
      }
    }

    /** Ends the watch; returns why the attempt was interrupted, or null when it was not. */
    synchronized @Nullable String end() {
      ended = true;
      watches.remove(this);
      if (verdict != null) {
        Thread.interrupted();
      }
      return verdict;
    }

    Duration elapsed() {
      return Duration.ofNanos(System.nanoTime() - begin);
    }
  }
}

package io.evergraph.runtime.node;

import io.evergraph.error.NodeTimeoutException;
import io.evergraph.error.NodeTimeoutException.Kind;
import io.evergraph.graph.NodePolicy;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Interrupts attempts that are silent, or run, for too long, and gives those up that do not heed
 * the interrupt. Safe for use by several threads.
 */
final class Watchdog implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Watchdog.class);
  private static final long LOOK_EVERY_MILLIS = 20;

  /** How long an interrupted attempt may take to end by itself. */
  private static final Duration GRACE = Duration.ofSeconds(2);

  private final Set<Watch> watches = ConcurrentHashMap.newKeySet();
  private final Thread looker = new Thread(this::lookForever, "evergraph-watchdog");

  Watchdog() {
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
      watches.forEach(watch -> look(watch, now));
    }
  }

  /** What goes wrong with one attempt must not leave all others unwatched. */
  private static void look(Watch watch, long now) {
    try {
      watch.look(now);
    } catch (RuntimeException | Error failure) {
      LOG.error("An attempt of node '{}' could not be given up.", watch.node, failure);
    }
  }

  @Override
  public void close() {
    looker.interrupt();
  }

  /**
   * Watches the calling thread until the watch is ended.
   *
   * @param onDeaf told when the attempt goes on although it was interrupted
   */
  Watch watch(String node, NodePolicy policy, Consumer<Watch> onDeaf) {
    Watch watch = new Watch(Thread.currentThread(), node, policy, onDeaf);
    watches.add(watch);
    return watch;
  }

  final class Watch {
    private final Thread watched;
    private final String node;
    private final NodePolicy policy;
    private final Consumer<Watch> onDeaf;
    private final long begin = System.nanoTime();
    private volatile long lastSign = begin;
    private volatile @Nullable NodeTimeoutException verdict;
    private long interrupted;
    private boolean ended;
    private boolean deaf;

    private Watch(Thread watched, String node, NodePolicy policy, Consumer<Watch> onDeaf) {
      this.watched = watched;
      this.node = node;
      this.policy = policy;
      this.onDeaf = onDeaf;
    }

    void sign() {
      lastSign = System.nanoTime();
    }

    private void look(long now) {
      if (isDeaf(now)) {
        onDeaf.accept(this);
      }
    }

    private synchronized boolean isDeaf(long now) {
      if (!ended && verdict == null) {
        verdict = judge(now);
        interrupt(now);
      }
      boolean found = !ended && verdict != null && now - interrupted > GRACE.toNanos();
      if (found) {
        ended = true;
        deaf = true;
        watches.remove(this);
      }
      return found;
    }

    private void interrupt(long now) {
      if (verdict != null) {
        interrupted = now;
        watched.interrupt();
      }
    }

    private @Nullable NodeTimeoutException judge(long now) {
      if (now - begin > policy.hardTimeout().toNanos()) {
        return new NodeTimeoutException(node, Kind.ATTEMPT, policy.hardTimeout());
      }
      return now - lastSign > policy.timeout().toNanos()
          ? new NodeTimeoutException(node, Kind.SILENCE, policy.timeout())
          : null;
    }

    synchronized void end() {
      ended = true;
      watches.remove(this);
      if (verdict != null) {
        Thread.interrupted();
      }
    }

    @Nullable NodeTimeoutException verdict() {
      return verdict;
    }

    synchronized boolean wasGivenUp() {
      return deaf;
    }

    Duration elapsed() {
      return Duration.ofNanos(System.nanoTime() - begin);
    }
  }
}

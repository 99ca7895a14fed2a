package io.evergraph.runtime.node;

import io.evergraph.error.NodeTimeoutException;
import io.evergraph.error.NodeTimeoutException.Kind;
import io.evergraph.graph.NodePolicy;
import io.evergraph.runtime.LogContents;
import io.evergraph.runtime.TaskThreads;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
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

  /** Time-outs are seconds: an idle process should hardly wake for them. */
  private static final long CHECK_EVERY_MILLIS = 100;

  /** A check that comes later shows that the whole process stood still, and with it each node. */
  private static final long LATEST_CHECK = TimeUnit.MILLISECONDS.toNanos(3 * CHECK_EVERY_MILLIS);

  /** How long an interrupted attempt may take to end by itself. */
  private static final Duration GRACE = Duration.ofSeconds(2);

  private final Set<Watch> watches = ConcurrentHashMap.newKeySet();
  private final ScheduledExecutorService checker;

  /** Whoever is told may ask nodes, routers and servers, for which no other attempt should wait. */
  private final ExecutorService teller = TaskThreads.newExecutor("evergraph-given-up");

  private long lastCheck = System.nanoTime();

  Watchdog() {
    this(Executors.newSingleThreadScheduledExecutor(TaskThreads.daemons("evergraph-watchdog")));
  }

  /** Checks on the one thread of an executor, which is shut down with this. */
  Watchdog(ScheduledExecutorService checker) {
    this.checker = checker;
    ScheduledFuture<?> unused =
        checker.scheduleWithFixedDelay(
            this::check, CHECK_EVERY_MILLIS, CHECK_EVERY_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void check() {
    long now = System.nanoTime();
    if (now - lastCheck > LATEST_CHECK) {
      watches.forEach(Watch::heartbeat);
    }
    watches.forEach(watch -> check(watch, now));
    lastCheck = System.nanoTime();
  }

  private void check(Watch watch, long now) {
    guarded(
        watch,
        () -> {
          if (watch.isUnresponsive(now)) {
            teller.execute(() -> guarded(watch, () -> watch.onUnresponsive.accept(watch)));
          }
        });
  }

  /** What goes wrong with one attempt must not leave all others unwatched. */
  private static void guarded(Watch watch, Runnable action) {
    try {
      action.run();
    } catch (RuntimeException | Error failure) {
      LOG.error(
          "An attempt of node '{}' could not be given up.", watch.node, LogContents.of(failure));
    }
  }

  @Override
  public void close() {
    checker.shutdownNow();
    teller.shutdownNow();
  }

  Watch watch(String node, NodePolicy policy, Consumer<Watch> onUnresponsive) {
    Watch watch = new Watch(Thread.currentThread(), node, policy, onUnresponsive);
    watches.add(watch);
    return watch;
  }

  final class Watch {
    private final Thread watched;
    private final String node;
    private final NodePolicy policy;
    private final Consumer<Watch> onUnresponsive;
    private final long begin = System.nanoTime();
    private volatile long lastHeartbeat = begin;
    private volatile @Nullable NodeTimeoutException verdict;
    private long interrupted;
    private boolean ended;
    private boolean givenUp;

    private Watch(Thread watched, String node, NodePolicy policy, Consumer<Watch> onUnresponsive) {
      this.watched = watched;
      this.node = node;
      this.policy = policy;
      this.onUnresponsive = onUnresponsive;
    }

    void heartbeat() {
      lastHeartbeat = System.nanoTime();
    }

    private synchronized boolean isUnresponsive(long now) {
      if (!ended && verdict == null) {
        verdict = timeoutAt(now);
        if (verdict != null) {
          interrupted = now;
          watched.interrupt();
        }
      }
      boolean found = !ended && verdict != null && now - interrupted > GRACE.toNanos();
      if (found) {
        ended = true;
        givenUp = true;
        watches.remove(this);
      }
      return found;
    }

    private @Nullable NodeTimeoutException timeoutAt(long now) {
      if (now - begin > policy.hardTimeout().toNanos()) {
        return new NodeTimeoutException(node, Kind.ATTEMPT, policy.hardTimeout());
      }
      return now - lastHeartbeat > policy.timeout().toNanos()
          ? new NodeTimeoutException(node, Kind.SILENCE, policy.timeout())
          : null;
    }

    /**
     * Ends the watch, and the interrupt that it or the node itself may have left behind; false for
     * an attempt that was given up before.
     */
    synchronized boolean end() {
      ended = true;
      watches.remove(this);
      Thread.interrupted();
      return !givenUp;
    }

    @Nullable NodeTimeoutException verdict() {
      return verdict;
    }

    Duration elapsed() {
      return Duration.ofNanos(System.nanoTime() - begin);
    }
  }
}

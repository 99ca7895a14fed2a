package io.evergraph.runtime.memory;

import io.evergraph.runtime.TaskThreads;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Waits as long as the time of the machine says. */
final class SystemTimer implements Timer {
  private final Clock clock;
  private final ScheduledExecutorService executor =
      new ScheduledThreadPoolExecutor(
          1, TaskThreads.daemons("evergraph-timer"), new ThreadPoolExecutor.DiscardPolicy());

  SystemTimer(Clock clock) {
    this.clock = clock;
  }

  @Override
  public Future<?> at(Instant time, Runnable action) {
    long millis = Math.max(0, Duration.between(clock.instant(), time).toMillis() + 1);
    return executor.schedule(action, millis, TimeUnit.MILLISECONDS);
  }

  @Override
  public void after(Duration pause, Runnable action) {
    ScheduledFuture<?> unused = executor.schedule(action, pause.toNanos(), TimeUnit.NANOSECONDS);
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }
}

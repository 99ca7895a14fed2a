package io.evergraph.temporal.client;

import io.evergraph.error.StoreUnavailableException;
import io.evergraph.runtime.LogContents;
import io.evergraph.runtime.TaskThreads;
import io.evergraph.runtime.thread.SavedThreads;
import io.evergraph.temporal.connection.TemporalConnection;
import io.evergraph.temporal.connection.TemporalOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Deletes what was saved of threads that nothing has happened on for long. */
public final class SavedPruning implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SavedPruning.class);
  private static final int TIMES = 10;

  private final SavedThreads saved;
  private final Duration longest;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(TaskThreads.daemons("evergraph-checkpoints"));

  private SavedPruning(SavedThreads saved, Duration longest) {
    this.saved = saved;
    this.longest = longest;
    long pause = longest.toMillis() / TIMES;
    ScheduledFuture<?> unused =
        timer.scheduleWithFixedDelay(this::prune, pause, pause, TimeUnit.MILLISECONDS);
  }

  /** Returns what prunes the store of a connection; empty where everything is kept. */
  public static Optional<SavedPruning> of(TemporalConnection connection) {
    return Optional.ofNullable(connection.options().checkpoints())
        .map(TemporalOptions.Checkpoints::keepStopped)
        .flatMap(longest -> connection.saved().map(saved -> new SavedPruning(saved, longest)));
  }

  private void prune() {
    try {
      int unused = saved.deleteStopped(Instant.now().minus(longest));
    } catch (StoreUnavailableException away) {
      LOG.warn("Saved threads are pruned later: {}", LogContents.message(away));
    }
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}

package io.evergraph.runtime.memory;

import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeException;
import dev.failsafe.RetryPolicy;
import io.evergraph.error.GraphChangedException;
import io.evergraph.error.InvalidValueException;
import io.evergraph.error.StoreUnavailableException;
import io.evergraph.error.UnknownGraphException;
import io.evergraph.graph.Graph;
import io.evergraph.pregel.Pregel;
import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.LogContents;
import io.evergraph.runtime.TaskThreads;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.thread.SavedForm;
import io.evergraph.runtime.thread.SavedThreads;
import io.evergraph.runtime.thread.SavedThreads.Known;
import io.evergraph.runtime.thread.ThreadDriver;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Saves threads as they move on, one after the other, on a thread of its own: nothing waits for the
 * store. While that cannot be reached, what is to be saved waits in the threads themselves.
 */
final class CheckpointWriter implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CheckpointWriter.class);
  private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);
  private static final Duration LONGEST_END = Duration.ofSeconds(10);

  /** Then the other threads have their turn: a store may refuse what is too large for it. */
  private static final int RETRIES_IN_A_ROW = 5;

  private final SavedThreads saved;
  private final GraphRegistry graphs;
  private final Clock clock;
  private final ExecutorService worker =
      Executors.newSingleThreadExecutor(TaskThreads.daemons("evergraph-checkpoints"));
  private final RetryPolicy<Object> whileAway =
      RetryPolicy.builder()
          .handle(StoreUnavailableException.class)
          .withBackoff(FIRST_PAUSE, LONGEST_PAUSE)
          .withMaxRetries(RETRIES_IN_A_ROW)
          .onRetry(attempt -> warnOnce(attempt.getLastException()))
          .onSuccess(done -> warned = false)
          .build();

  private final AtomicInteger waiting = new AtomicInteger();
  private volatile boolean closing;
  private volatile boolean warned;

  /** Up to where one thread has been saved. */
  static final class Progress {
    private final AtomicBoolean waits = new AtomicBoolean();
    private volatile Known known = Known.NOTHING;

    /** Says what a store holds of the thread already. */
    void isAt(Known saved) {
      known = saved;
    }
  }

  CheckpointWriter(SavedThreads saved, GraphRegistry graphs, Clock clock) {
    this.saved = saved;
    this.graphs = graphs;
    this.clock = clock;
  }

  /** Returns what is saved. */
  SavedThreads saved() {
    return saved;
  }

  /** Has a thread saved soon; nothing once this is closed. */
  void moved(InMemoryThread thread) {
    waiting.incrementAndGet(); // before it is asked whether this closes, which waits for it then
    if (!closing) {
      saveSoon(thread);
    }
    waiting.decrementAndGet();
  }

  private void saveSoon(InMemoryThread thread) {
    Progress progress = thread.saving;
    if (progress.waits.compareAndSet(false, true)) {
      waiting.incrementAndGet();
      worker.execute(() -> saveOrReport(thread, progress));
    }
  }

  /** Returns a thread as it was saved, if it was. */
  Optional<SavedThreads.Restored> find(ThreadId id, Function<Graph, Pregel> engines) {
    return saved.find(id, graph -> engines.apply(graph.in(graphs)));
  }

  /** Has what was saved of threads that have stopped before a time deleted soon, if it can be. */
  void deleteStopped(Instant before) {
    if (!closing) {
      worker.execute(() -> deleteOrWarn(before));
    }
  }

  private void deleteOrWarn(Instant before) {
    try {
      int unused = saved.deleteStopped(before);
    } catch (StoreUnavailableException away) {
      warnOnce(away);
    }
  }

  /** Calls up the threads that may go on; those whose graphs are missing are left alone. */
  void callUp(Consumer<ThreadId> each) {
    List<String> page = saved.open("");
    while (!page.isEmpty()) {
      page.forEach(id -> callUp(ThreadId.of(id), each));
      page = saved.open(page.get(page.size() - 1));
    }
  }

  private static void callUp(ThreadId id, Consumer<ThreadId> each) {
    try {
      each.accept(id);
    } catch (UnknownGraphException | GraphChangedException | InvalidValueException misfit) {
      LOG.warn("Thread '{}' stays as it was saved: {}", id, LogContents.message(misfit));
    }
  }

  private void saveOrReport(InMemoryThread thread, Progress progress) {
    progress.waits.set(false);
    try {
      save(thread, progress);
    } catch (FailsafeException ended) {
      Thread.currentThread().interrupt();
    } catch (StoreUnavailableException away) {
      saveSoon(thread);
    } catch (RuntimeException failure) {
      LOG.error(
          "Thread '{}' cannot be saved; it goes on in memory.",
          thread.id(),
          LogContents.of(failure));
    } finally {
      waiting.decrementAndGet();
    }
  }

  private void save(InMemoryThread thread, Progress progress) {
    if (!thread.isClosed()) {
      boolean hasEnded = thread.read(ThreadDriver::isOver); // so that what is saved tells it
      Failsafe.with(whileAway).run(() -> saveNews(thread, progress));
      if (hasEnded) {
        thread.keepForAWhile();
      }
    }
    if (thread.isGone()) {
      Failsafe.with(whileAway).run(() -> delete(thread));
      thread.keepForAWhile();
    }
  }

  /**
   * What the store has lost, or got without this being told, is saved as a whole; not a thread
   * whose id another one has taken over.
   */
  private void saveNews(InMemoryThread thread, Progress progress) {
    while (thread.hasItsId() && !follows(thread, progress)) {
      progress.known = saved.unread(thread.id());
    }
  }

  /** Saves what came to a thread; returns whether it follows what the store holds. */
  private boolean follows(InMemoryThread thread, Progress progress) {
    Known last = progress.known;
    SavedForm.Capture capture = thread.read(it -> saved.capture(it, last.position()));
    Optional<Known> now = saved.save(capture, last, clock.instant());
    progress.known = now.orElse(last);
    return now.isPresent();
  }

  /** Another thread may have its id by now, and be saved already. */
  private void delete(InMemoryThread thread) {
    Instant created = thread.read(ThreadDriver::created);
    if (saved.mark(thread.id()).filter(it -> it.created().isAfter(created)).isEmpty()) {
      boolean unused = saved.delete(thread.id());
    }
  }

  private void warnOnce(Throwable failure) {
    if (!warned) {
      warned = true;
      LOG.warn("Threads wait to be saved: {}", LogContents.message(failure));
    }
  }

  /** Saves what is left to be saved, for at most ten seconds; what comes later is not saved. */
  @Override
  public void close() {
    closing = true;
    long until = System.nanoTime() + LONGEST_END.toNanos();
    try {
      while (waiting.get() > 0) {
        worker.submit(() -> {}).get(until - System.nanoTime(), TimeUnit.NANOSECONDS);
      }
    } catch (InterruptedException hurry) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException late) {
      LOG.warn("What {} threads came to last is not saved.", waiting.get());
    }
    List<Runnable> unused = worker.shutdownNow();
  }
}

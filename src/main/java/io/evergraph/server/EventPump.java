package io.evergraph.server;

import io.evergraph.runtime.Feed;
import io.evergraph.runtime.TaskThreads;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.springframework.context.SmartLifecycle;

/**
 * Carries events from runtimes to clients, on threads of its own: virtual ones where the JVM has
 * them. The stream is closed when its reader is done or gone.
 *
 * <p>Stops before the web server does, so that open streams do not hold up a shutdown.
 */
public final class EventPump implements SmartLifecycle {
  private static final long LONGEST_END_SECONDS = 2;

  private volatile ExecutorService threads = newThreads();
  private volatile boolean running;

  private static ExecutorService newThreads() {
    return TaskThreads.newExecutor("evergraph-stream");
  }

  /**
   * Begins to carry.
   *
   * @param events opens the stream, on the pump's thread
   */
  public <T> void carry(
      Supplier<? extends Feed<T>> events, Duration interval, EventReader<T> reader) {
    try {
      threads.execute(() -> run(events, interval, reader));
    } catch (RejectedExecutionException stopped) {
      // An error would have clients begin the run again that has begun
      reader.stopped();
    }
  }

  /** Calls on a thread of its own, and gives the result once it is there. */
  public <T> Feed<T> later(Callable<T> call) {
    return new Later<>(threads.submit(call));
  }

  /**
   * The result of a call, as a feed that it is the only piece of.
   *
   * @param result the call; closing the feed interrupts it
   */
  private record Later<T>(Future<T> result) implements Feed<T> {
    @Override
    public List<T> next(Duration wait) throws InterruptedException {
      try {
        return List.of(result.get(wait.toNanos(), TimeUnit.NANOSECONDS));
      } catch (TimeoutException goesOn) {
        return List.of();
      } catch (ExecutionException failure) {
        if (failure.getCause() instanceof RuntimeException known) {
          throw known;
        }
        throw new IllegalStateException(failure.getCause());
      }
    }

    @Override
    public void close() {
      result.cancel(true);
    }
  }

  private static <T> void run(
      Supplier<? extends Feed<T>> opener, Duration interval, EventReader<T> reader) {
    try (Feed<T> events = opener.get()) {
      reader.begin();
      while (!reader.isDone()) {
        step(events, interval, reader);
      }
    } catch (IOException gone) {
      reader.gone();
    } catch (InterruptedException | RejectedExecutionException stop) {
      reader.stopped();
    } catch (RuntimeException failure) {
      reader.failed(failure);
    }
  }

  private static <T> void step(Feed<T> events, Duration interval, EventReader<T> reader)
      throws IOException, InterruptedException {
    int seen = 0;
    for (T event : events.next(interval)) {
      seen++;
      if (!reader.isDone()) {
        reader.event(event);
      }
    }
    if (seen == 0) {
      reader.idle();
    }
  }

  /** A context that was stopped can be started again. */
  @Override
  public void start() {
    if (threads.isShutdown()) {
      threads = newThreads();
    }
    running = true;
  }

  /** Responses end before the web server does. */
  @Override
  public void stop() {
    running = false;
    threads.shutdownNow();
    try {
      boolean unused = threads.awaitTermination(LONGEST_END_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException hurry) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public boolean isRunning() {
    return running;
  }
}

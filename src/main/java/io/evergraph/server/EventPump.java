package io.evergraph.server;

import io.evergraph.runtime.Feed;
import io.evergraph.runtime.TaskThreads;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.function.Supplier;
import org.springframework.context.SmartLifecycle;

/**
 * Carries events from runtimes to clients, on threads of its own: virtual ones where the JVM has
 * them. The stream is closed when its reader is done or gone.
 *
 * <p>Stops before the web server does, so that open streams do not hold up a shutdown.
 */
public final class EventPump implements SmartLifecycle {
  private final ExecutorService threads = TaskThreads.newExecutor("evergraph-stream");
  private volatile boolean running;

  /**
   * Begins to carry.
   *
   * @param events opens the stream, on the pump's thread
   */
  public <T> void carry(
      Supplier<? extends Feed<T>> events, Duration interval, EventReader<T> reader) {
    threads.execute(() -> run(events, interval, reader));
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
    } catch (InterruptedException stop) {
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

  @Override
  public void start() {
    running = true;
  }

  @Override
  public void stop() {
    running = false;
    threads.shutdownNow();
  }

  @Override
  public boolean isRunning() {
    return running;
  }
}

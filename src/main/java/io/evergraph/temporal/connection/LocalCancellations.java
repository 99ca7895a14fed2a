package io.evergraph.temporal.connection;

import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Tells the tasks that run in this process that nobody waits for them any more, past the server.
 * Safe for use by several threads.
 *
 * <p>For the embedded server: it breaks the workflow whose request to cancel an activity meets the
 * end of that activity, and all activities run in its own process anyway.
 */
public final class LocalCancellations {
  private final Map<Key, Attempt> running = new HashMap<>();

  /** One that has ended by itself never begins, so that some are forgotten. */
  private final Set<Key> early =
      Collections.newSetFromMap(
          Caffeine.newBuilder()
              .maximumSize(1_000)
              .executor(Runnable::run)
              .<Key, Boolean>build()
              .asMap());

  /** Notes that a task is wanted, perhaps again. */
  public synchronized void want(Key task) {
    early.remove(task);
  }

  /** Cancels a task; one that has not begun is cancelled when it does. */
  public synchronized void cancel(Key task) {
    Attempt attempt = running.get(task);
    if (attempt == null) {
      early.add(task);
    } else {
      attempt.cancel();
    }
  }

  public synchronized void begin(Key task, Attempt attempt) {
    if (early.remove(task)) {
      attempt.cancel();
    } else {
      running.put(task, attempt);
    }
  }

  public synchronized void end(Key task, Attempt attempt) {
    running.remove(task, attempt);
  }

  /**
   * Names a task.
   *
   * @param workflowRun the run of the workflow that wants it
   */
  public record Key(String workflowRun, String task) {}

  /** An attempt of a task that runs in this process. */
  public interface Attempt {
    void cancel();
  }
}

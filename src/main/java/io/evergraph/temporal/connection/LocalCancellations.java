package io.evergraph.temporal.connection;

import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
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
  private static final int MOST_EARLY = 1_000;

  private final Map<Key, Attempt> running = new HashMap<>();
  private final Set<Key> early = new LinkedHashSet<>();

  /** Notes that a task is wanted, perhaps again. */
  public synchronized void want(Key task) {
    early.remove(task);
  }

  /** Recalls a task; one that has not begun is recalled when it does. */
  public synchronized void recall(Key task) {
    Attempt attempt = running.get(task);
    if (attempt == null) {
      remember(task);
    } else {
      attempt.recall();
    }
  }

  /** One that has ended by itself never begins, so that the oldest are forgotten. */
  private void remember(Key task) {
    early.add(task);
    if (early.size() > MOST_EARLY) {
      Iterator<Key> oldest = early.iterator();
      oldest.next();
      oldest.remove();
    }
  }

  /** Notes that an attempt begins. */
  public synchronized void begin(Key task, Attempt attempt) {
    if (early.remove(task)) {
      attempt.recall();
    } else {
      running.put(task, attempt);
    }
  }

  /** Notes that an attempt has ended. */
  public synchronized void end(Key task, Attempt attempt) {
    running.remove(task, attempt);
  }

  /**
   * Names a task.
   *
   * @param workflowRun the run of the workflow that wants it
   * @param task its id
   */
  public record Key(String workflowRun, String task) {}

  /** An attempt of a task that runs in this process. */
  public interface Attempt {
    /** Tells the node that nobody waits for it any more. */
    public void recall();
  }
}

package io.evergraph.temporal;

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
final class LocalRecalls {
  private static final int MOST_EARLY = 1_000;

  private final Map<Key, Heartbeat> running = new HashMap<>();
  private final Set<Key> early = new LinkedHashSet<>();

  /** Notes that a task is wanted, perhaps again. */
  synchronized void want(Key task) {
    early.remove(task);
  }

  /** Recalls a task; one that has not begun is recalled when it does. */
  synchronized void recall(Key task) {
    Heartbeat heartbeat = running.get(task);
    if (heartbeat == null) {
      remember(task);
    } else {
      heartbeat.recall();
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
  synchronized void begin(Key task, Heartbeat heartbeat) {
    if (early.remove(task)) {
      heartbeat.recall();
    } else {
      running.put(task, heartbeat);
    }
  }

  /** Notes that an attempt has ended. */
  synchronized void end(Key task, Heartbeat heartbeat) {
    running.remove(task, heartbeat);
  }

  /**
   * Names a task.
   *
   * @param workflowRun the run of the workflow that wants it
   * @param task its id
   */
  record Key(String workflowRun, String task) {}
}

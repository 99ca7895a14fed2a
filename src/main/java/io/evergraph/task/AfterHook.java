package io.evergraph.task;

import io.evergraph.runtime.spi.TaskRecord;

/**
 * Sees each task when its work stops: finished, failed, timed out or cancelled; and waiting for
 * people, after which it is called again. What it throws is logged and changes nothing. A task that
 * a process was killed over is seen by the one that takes it over, so that a hook may see the same
 * end twice.
 */
@FunctionalInterface
public interface AfterHook {
  /** Takes notice of a task. */
  void after(TaskRecord task);
}

package io.evergraph.task;

import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.spi.TaskRecord;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A task that was admitted here. */
public final class TaskHandle {
  private final TaskRecord admitted;
  private final CompletableFuture<TaskRecord> stopped;

  TaskHandle(TaskRecord admitted, CompletableFuture<TaskRecord> stopped) {
    this.admitted = admitted;
    this.stopped = stopped;
  }

  /** Returns the id of the task. */
  public String id() {
    return admitted.id();
  }

  /** Returns the record that was stored when it was admitted. */
  public TaskRecord admitted() {
    return admitted;
  }

  /** Returns the thread that it runs on. */
  public ThreadId thread() {
    return ThreadId.of(admitted.thread());
  }

  /**
   * Waits until its work stops.
   *
   * @param longest how long to wait
   * @return its record: over, or waiting for people
   * @throws TimeoutException when it goes on longer; it is not cancelled by that
   */
  public TaskRecord await(Duration longest) throws TimeoutException, InterruptedException {
    try {
      return stopped.get(longest.toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException failure) {
      throw failure.getCause() instanceof RuntimeException known
          ? known
          : new CancellationException(String.valueOf(failure.getMessage()));
    }
  }
}

package io.evergraph.task;

import io.evergraph.error.GraphException;
import io.evergraph.error.RuntimeUnavailableException;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.OnCancel;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.RunStream;
import io.evergraph.runtime.StreamMode;
import io.evergraph.runtime.StreamOptions;
import io.evergraph.runtime.spi.TaskRecordChange;
import io.evergraph.runtime.spi.TaskState;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Follows a run until it stops, and stops it when it takes too long.
 *
 * @param timeouts how long that is
 */
record TaskFollower(GraphRuntime runtime, TaskTimeouts timeouts) {
  private static final Map<RunStatus, TaskState> STATES =
      Map.of(
          RunStatus.FINISHED, TaskState.FINISHED,
          RunStatus.WAITING, TaskState.WAITING,
          RunStatus.PAUSED, TaskState.WAITING,
          RunStatus.PARKED, TaskState.FAILED,
          RunStatus.FAILED, TaskState.FAILED,
          RunStatus.CANCELLED, TaskState.CANCELLED);

  /** What shows that a run goes on, without what the channels hold. */
  private static final StreamOptions SIGNS =
      StreamOptions.builder()
          .modes(StreamMode.UPDATES, StreamMode.MESSAGES, StreamMode.CUSTOM, StreamMode.ATTEMPTS)
          .subgraphs()
          .build();

  /**
   * Returns what becomes of the task.
   *
   * @param begun since when its time counts, as of {@link System#nanoTime}
   */
  TaskRecordChange follow(RunHandle run, long begun) throws InterruptedException {
    try {
      Optional<String> late = untilItStops(run, begun);
      return late.isPresent() && !hasStopped(run) ? stopped(run, late.get()) : outcome(run.await());
    } catch (RuntimeUnavailableException away) {
      if (away.isOutage() || rest(begun) > 0) {
        throw away;
      }
      return stopped(run, tooLong()); // a thread that is stuck alone does not tell how it stands
    }
  }

  private TaskRecordChange stopped(RunHandle run, String reason) {
    runtime.cancel(run.thread(), run.runId(), OnCancel.KEEP);
    return TaskRecordChange.to(TaskState.TIMED_OUT, reason);
  }

  private long rest(long begun) {
    return timeouts.hard().toNanos() - (System.nanoTime() - begun);
  }

  /** A run may have stopped in time while it could not be seen, and others may have followed. */
  private boolean hasStopped(RunHandle run) {
    return runtime.events(run.thread(), 1).stream()
        .anyMatch(event -> event.endsRun() && event.runs().contains(run.runId()));
  }

  /** Returns why it must not go on; empty when it has stopped by itself. */
  private Optional<String> untilItStops(RunHandle run, long begun) throws InterruptedException {
    long seen = System.nanoTime();
    try (RunStream parts = runtime.stream(run, SIGNS)) {
      while (!parts.isOver()) {
        long silence = timeouts.activity().toNanos() - (System.nanoTime() - seen);
        long rest = rest(begun);
        if (silence <= 0 || rest <= 0) {
          return Optional.of(rest <= 0 ? tooLong() : tooQuiet());
        }
        if (!parts.next(Duration.ofNanos(Math.min(silence, rest))).isEmpty()) {
          seen = System.nanoTime();
        }
      }
    }
    return Optional.empty();
  }

  private String tooQuiet() {
    return "Nothing was seen of it for " + timeouts.activity() + " (activity timeout).";
  }

  private String tooLong() {
    return "It took longer than " + timeouts.hard() + " (hard timeout).";
  }

  private static TaskRecordChange outcome(RunResult result) {
    TaskState state = STATES.getOrDefault(result.status(), TaskState.FAILED);
    return TaskRecordChange.to(state, result.error().map(GraphException::getMessage).orElse(null));
  }
}

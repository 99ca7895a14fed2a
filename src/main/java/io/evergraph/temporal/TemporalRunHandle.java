package io.evergraph.temporal;

import io.evergraph.event.RunEvent;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadSnapshot;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeoutException;

/** The handle of a run: waits for the bell of its thread, and asks when a run has stopped. */
final class TemporalRunHandle implements RunHandle {
  private static final Duration FOREVER = Duration.ofDays(36_500);

  private final TemporalConnection connection;
  private final ThreadReader reader;
  private final ThreadId thread;
  private final String runId;

  TemporalRunHandle(
      TemporalConnection connection, ThreadReader reader, ThreadId thread, String runId) {
    this.connection = connection;
    this.reader = reader;
    this.thread = thread;
    this.runId = runId;
  }

  @Override
  public ThreadId thread() {
    return thread;
  }

  @Override
  public String runId() {
    return runId;
  }

  @Override
  public RunResult await() {
    try {
      return await(FOREVER);
    } catch (TimeoutException impossible) {
      throw new IllegalStateException("Expected the run to stop within a century.", impossible);
    }
  }

  @Override
  public RunResult await(Duration longest) throws TimeoutException {
    long deadline = System.nanoTime() + Math.min(longest.toNanos(), Long.MAX_VALUE / 4);
    try {
      while (System.nanoTime() < deadline) {
        Optional<RunResult> result = follow(deadline);
        if (result.isPresent()) {
          return result.get();
        }
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new CancellationException("The wait for run " + runId + " was interrupted.");
    }
    throw new TimeoutException(
        "Run " + runId + " of thread " + thread + " goes on after " + longest + ".");
  }

  /** Follows one execution of the thread's workflow to its end, or to the deadline. */
  private Optional<RunResult> follow(long deadline) throws InterruptedException {
    try (Bell bell = connection.bell(thread.value(), Bell.Ear.STOPS)) {
      while (bell.await(deadline - System.nanoTime())) {
        Optional<RunResult> result = System.nanoTime() < deadline ? look() : Optional.empty();
        if (result.isPresent() || System.nanoTime() >= deadline) {
          return result;
        }
      }
    }
    return afterEnd();
  }

  private Optional<RunResult> look() {
    RunView view = reader.run(thread, runId);
    return Optional.ofNullable(view.end()).map(end -> result(end, view.thread()));
  }

  private RunResult result(RunEvent end, ThreadView view) {
    ThreadSnapshot snapshot = reader.snapshot(view);
    boolean overtaken = !view.runs().contains(runId);
    return RunResult.of(
        runId,
        end,
        overtaken && end instanceof RunEvent.RunFinished finished
            ? snapshot.withState(reader.state(view, finished.checkpoint()))
            : snapshot);
  }

  /** The workflow has ended: it left behind how, unless somebody has ended it by force. */
  private Optional<RunResult> afterEnd() {
    Optional<RunResult> left = reader.ended(thread).filter(this::isAbout).map(this::result);
    if (left.isPresent()) {
      return left;
    }
    Optional<RunResult> found = look();
    if (found.isPresent() || !reader.isClosed(thread)) {
      return found;
    }
    return Optional.of(
        new RunResult(runId, RunStatus.CANCELLED, reader.snapshot(thread), Optional.empty()));
  }

  private boolean isAbout(ThreadView view) {
    return view.runs().contains(runId);
  }

  private RunResult result(ThreadView view) {
    ThreadSnapshot snapshot = reader.snapshot(view);
    return snapshot.error() == null
        ? new RunResult(runId, RunStatus.FINISHED, snapshot, Optional.empty())
        : new RunResult(runId, RunStatus.FAILED, snapshot, Optional.of(snapshot.error()));
  }
}

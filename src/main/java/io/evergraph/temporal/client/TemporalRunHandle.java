package io.evergraph.temporal.client;

import com.google.protobuf.ByteString;
import io.evergraph.event.RunEvent;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadSnapshot;
import io.evergraph.runtime.thread.FollowedRun;
import io.evergraph.temporal.client.ThreadWatch.Start;
import io.evergraph.temporal.connection.ThreadNotifier;
import io.evergraph.temporal.protocol.RunView;
import io.evergraph.temporal.protocol.ThreadView;
import io.temporal.api.history.v1.HistoryEvent;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The handle of a run: waits until it is told that a run has stopped, and asks the thread how where
 * it is not told.
 */
public final class TemporalRunHandle extends FollowedRun {
  private final ThreadWatch watch;
  private final ByteString position;
  private final AtomicReference<Start> start;
  private final ThreadReader reader;

  /**
   * Makes a handle.
   *
   * @param position the part of the thread's history that tells nothing about the run
   * @param start what is known of the run when it is awaited first
   */
  public TemporalRunHandle(
      ThreadWatch watch,
      ThreadReader reader,
      ThreadId thread,
      String runId,
      ByteString position,
      Start start) {
    super(thread, runId);
    this.watch = watch;
    this.position = position;
    this.start = new AtomicReference<>(start);
    this.reader = reader;
  }

  @Override
  protected Optional<RunResult> follow(long deadline) throws InterruptedException {
    try (ThreadNotifier notifier = notifier()) {
      while (notifier.await(deadline - System.nanoTime())) {
        Optional<RunResult> result =
            System.nanoTime() < deadline ? stopped(notifier.stop()) : Optional.empty();
        if (result.isPresent() || System.nanoTime() >= deadline) {
          return result;
        }
      }
      return afterEnd(notifier.lastEvents());
    }
  }

  private ThreadNotifier notifier() {
    Start known = start.getAndSet(Start.EARLIER);
    String name = thread().value();
    ByteString from = known == Start.EARLIER ? watch.position(name) : position;
    return watch.stops(name, runId(), from, known);
  }

  private Optional<RunResult> stopped(Optional<RunView> told) {
    RunView view =
        told.filter(it -> it.tellsEndOf(runId())).orElseGet(() -> reader.run(thread(), runId()));
    return Optional.ofNullable(view.end()).map(end -> result(end, view));
  }

  private RunResult result(RunEvent end, RunView run) {
    ThreadView view = Objects.requireNonNull(run.thread());
    return result(
        end, reader.snapshot(view, run.state()), checkpoint -> reader.returned(view, checkpoint));
  }

  /** The workflow has ended: it left behind how, unless somebody has ended it by force. */
  private Optional<RunResult> afterEnd(List<HistoryEvent> latest) {
    Optional<RunResult> left =
        reader
            .ended(thread(), latest)
            .filter(view -> view.runs().contains(runId()))
            .map(view -> result(view, latest.stream().findFirst()));
    if (left.isPresent()) {
      return left;
    }
    boolean closed = reader.isClosed(thread());
    Optional<RunResult> found = stopped(Optional.empty());
    if (found.isPresent() || !closed) {
      return found;
    }
    return Optional.of(
        new RunResult(runId(), RunStatus.CANCELLED, reader.snapshot(thread()), Optional.empty()));
  }

  private RunResult result(ThreadView view, Optional<HistoryEvent> last) {
    ThreadSnapshot snapshot = reader.finalSnapshot(view, last);
    return snapshot.error() == null
        ? new RunResult(runId(), RunStatus.FINISHED, snapshot, Optional.empty())
        : new RunResult(runId(), RunStatus.FAILED, snapshot, Optional.of(snapshot.error()));
  }
}

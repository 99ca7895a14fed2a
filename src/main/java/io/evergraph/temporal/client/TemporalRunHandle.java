package io.evergraph.temporal.client;

import io.evergraph.event.RunEvent;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadSnapshot;
import io.evergraph.runtime.thread.FollowedRun;
import io.evergraph.temporal.connection.ThreadNotifier;
import io.evergraph.temporal.protocol.RunView;
import io.evergraph.temporal.protocol.ThreadView;
import io.temporal.api.history.v1.HistoryEvent;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/** The handle of a run: waits for the bell of its thread, and asks when a run has stopped. */
public final class TemporalRunHandle extends FollowedRun {
  private final Supplier<ThreadNotifier> bells;
  private final ThreadReader reader;

  /**
   * Makes a handle.
   *
   * @param bells gives bells that ring when the run may have stopped
   */
  public TemporalRunHandle(
      Supplier<ThreadNotifier> bells, ThreadReader reader, ThreadId thread, String runId) {
    super(thread, runId);
    this.bells = bells;
    this.reader = reader;
  }

  /** Follows one execution of the thread's workflow to its end, or to the deadline. */
  @Override
  protected Optional<RunResult> follow(long deadline) throws InterruptedException {
    try (ThreadNotifier bell = bells.get()) {
      while (bell.await(deadline - System.nanoTime())) {
        Optional<RunResult> result =
            System.nanoTime() < deadline ? stopped(bell) : Optional.empty();
        if (result.isPresent() || System.nanoTime() >= deadline) {
          return result;
        }
      }
      return afterEnd(bell);
    }
  }

  private Optional<RunResult> stopped(ThreadNotifier bell) throws InterruptedException {
    return bell.end().isPresent() ? afterEnd(bell) : look();
  }

  private Optional<RunResult> look() {
    RunView view = reader.run(thread(), runId());
    return Optional.ofNullable(view.end())
        .map(end -> result(end, Objects.requireNonNull(view.thread())));
  }

  private RunResult result(RunEvent end, ThreadView view) {
    ThreadSnapshot snapshot = reader.snapshot(view);
    boolean overtaken = !view.runs().contains(runId());
    return RunResult.of(
        runId(),
        end,
        overtaken && end instanceof RunEvent.RunFinished finished
            ? snapshot.withState(reader.returned(view, finished.checkpoint()))
            : snapshot);
  }

  /** The workflow has ended: it left behind how, unless somebody has ended it by force. */
  private Optional<RunResult> afterEnd(ThreadNotifier bell) throws InterruptedException {
    Optional<RunResult> left =
        bell.heardEnd()
            .filter(heard -> isAbout(heard.view()))
            .map(heard -> result(heard.view(), Optional.of(heard.event())))
            .or(() -> leftBehind(bell.end()));
    if (left.isPresent()) {
      return left;
    }
    boolean closed = reader.isClosed(thread());
    Optional<RunResult> found = look();
    if (found.isPresent() || !closed) {
      return found;
    }
    return Optional.of(
        new RunResult(runId(), RunStatus.CANCELLED, reader.snapshot(thread()), Optional.empty()));
  }

  private Optional<RunResult> leftBehind(Optional<HistoryEvent> last) {
    return reader.ended(thread()).filter(this::isAbout).map(view -> result(view, last));
  }

  private boolean isAbout(ThreadView view) {
    return view.runs().contains(runId());
  }

  private RunResult result(ThreadView view, Optional<HistoryEvent> last) {
    ThreadSnapshot snapshot = reader.finalSnapshot(view, last);
    return snapshot.error() == null
        ? new RunResult(runId(), RunStatus.FINISHED, snapshot, Optional.empty())
        : new RunResult(runId(), RunStatus.FAILED, snapshot, Optional.of(snapshot.error()));
  }
}

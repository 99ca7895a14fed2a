package io.evergraph.runtime.thread;

import io.evergraph.event.RunEvent;
import io.evergraph.pregel.Checkpoint;
import io.evergraph.pregel.Commit;
import io.evergraph.pregel.Frame;
import io.evergraph.pregel.PlannedTask;
import io.evergraph.pregel.Segment;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What became of the checkpoints of a thread after it had reached them.
 *
 * @param chronicle the way that the thread went
 * @param events what happened on it
 */
record CheckpointOutcomes(CheckpointHistory chronicle, EventLog events) {
  static CheckpointOutcomes of(ThreadProgress progress) {
    return new CheckpointOutcomes(progress.chronicle(), progress.log());
  }

  /** Returns when a task was given up for the last time, if that is kept. */
  Optional<Instant> failedAt(String taskId) {
    return events.failureOf(taskId).map(RunEvent::at);
  }

  /** Returns the tasks that followed a checkpoint, as they were when the thread went on. */
  List<PlannedTask> tasksAfter(Commit commit) {
    return chronicle
        .doneAfter(commit.number())
        .or(() -> leftAt(commit).map(Frame::plan))
        .orElse(commit.next())
        .tasks();
  }

  private Optional<Frame> leftAt(Commit commit) {
    return chronicle
        .left(commit.number())
        .flatMap(left -> left.frame(commit.namespace()))
        .filter(frame -> frame.checkpoint() == commit.number());
  }

  /** Returns how the thread stood when it left a checkpoint. */
  Optional<Checkpoint> left(long number) {
    return chronicle.left(number);
  }

  /** Returns the runs that made a checkpoint. */
  List<String> runsOf(long number) {
    return chronicle.segmentOf(number).map(Segment::runs).orElse(List.of());
  }
}

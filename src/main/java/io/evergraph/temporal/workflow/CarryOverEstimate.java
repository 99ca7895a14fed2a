package io.evergraph.temporal.workflow;

import io.evergraph.event.RunEvent;
import io.evergraph.pregel.Commit;
import io.evergraph.pregel.Frame;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.runtime.thread.ProgressCodec;
import io.evergraph.runtime.thread.ThreadProgress;
import io.evergraph.temporal.payload.JsonSize;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.PrimitiveIterator;
import java.util.stream.LongStream;

/**
 * Estimates how much of a thread's past may come along to the next execution. To write it all down
 * in order to measure it would keep the workflow's thread busy for too long.
 *
 * @param codec measures what is neither text nor a collection
 */
record CarryOverEstimate(StateCodec codec, GraphThread thread, ProgressCodec.Most limit) {
  private static final long PAST_BYTES = 400_000;
  private static final long EVENT_BYTES = 100_000;
  private static final ProgressCodec.Most USUAL = new ProgressCodec.Most(4, 20);
  private static final long COMMIT_BYTES = 1_000;
  private static final long TASK_BYTES = 300;

  /** What a node wrote stands in the checkpoint, in what was done before it, and in its state. */
  private static final long TIMES_WRITTEN = 3;

  static CarryOverEstimate of(StateCodec codec, GraphThread thread) {
    return new CarryOverEstimate(codec, thread, USUAL);
  }

  /** Estimates for a thread that cannot read from this one what does not come along. */
  static CarryOverEstimate ofCopy(StateCodec codec, GraphThread thread) {
    return new CarryOverEstimate(codec, thread, ProgressCodec.Most.ALL);
  }

  /** Beside a large state there is no room for a past. */
  ProgressCodec.Most most() {
    return least() > 2 * PAST_BYTES
        ? ProgressCodec.Most.NOTHING
        : new ProgressCodec.Most(checkpoints(), events());
  }

  /** Returns how many bytes come along in any case, more or less. */
  long least() {
    return thread.driver().progress().map(this::least).orElse(0L);
  }

  private long least(ThreadProgress progress) {
    return progress.at().frames().values().stream().mapToLong(this::weight).sum();
  }

  private long weight(Frame frame) {
    JsonSize weight = new JsonSize(codec);
    return weight.of(frame.state().values())
        + weight.of(frame.live().values())
        + TASK_BYTES * frame.plan().tasks().size();
  }

  /** Returns how many of the newest checkpoints may come along whole. */
  int checkpoints() {
    List<Commit> newest =
        thread.driver().progress().map(ThreadProgress::newestFirst).orElse(List.of());
    return fitting(newest.stream().limit(limit.checkpoints()).mapToLong(this::weight), PAST_BYTES);
  }

  /** Returns how many of the newest events may come along. */
  int events() {
    List<RunEvent> newest = new ArrayList<>(thread.driver().events(1));
    Collections.reverse(newest);
    return fitting(
        newest.stream().limit(limit.events()).mapToLong(it -> codec.toJson(it).toString().length()),
        EVENT_BYTES);
  }

  private static int fitting(LongStream sizes, long room) {
    PrimitiveIterator.OfLong all = sizes.iterator();
    int count = 0;
    long left = room;
    while (all.hasNext()) {
      left -= all.nextLong();
      if (left < 0) {
        return count;
      }
      count++;
    }
    return count;
  }

  private long weight(Commit commit) {
    return COMMIT_BYTES
        + TIMES_WRITTEN * new JsonSize(codec).ofContributions(commit.contributions());
  }
}

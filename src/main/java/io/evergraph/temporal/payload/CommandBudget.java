package io.evergraph.temporal.payload;

import io.temporal.workflow.TimerOptions;
import io.temporal.workflow.Workflow;
import java.time.Duration;

/**
 * Counts what one workflow task sends to the server, which ends a run whose message has more than 4
 * MB: inputs of activities, and what local activities gave back. What has no room waits for the
 * next workflow task, which is called for by a timer.
 *
 * <p>Deterministic: counts by what is recorded alone. For the thread of one workflow only.
 */
public final class CommandBudget {
  /** The most that one workflow task sends, in bytes. */
  static final long MOST_BYTES = 3_000_000;

  /** What local activities may have given back before no other begins, in bytes. */
  static final long MOST_LOCAL_BYTES = 1_000_000;

  /** After what time no local activity begins: nobody is heard within a workflow task. */
  private static final Duration LONGEST_LOCAL = Duration.ofSeconds(1);

  private static final Duration SHORTEST = Duration.ofMillis(1);
  private static final TimerOptions SHOWN =
      TimerOptions.newBuilder()
          .setSummary("What is too much for one workflow task goes on with the next.")
          .build();

  private static final long FRAME_BYTES = 600;

  private static final long UNKNOWN_BYTES = 64_000;

  private long workflowTask;
  private long spent;
  private long reserved;
  private long largest;
  private long began;
  private boolean called;
  private boolean renewed;

  /** Every workflow task sees another length of the history, the same whenever it is replayed. */
  private void turn() {
    long now = Workflow.getInfo().getHistoryLength();
    if (now != workflowTask) {
      workflowTask = now;
      spent = 0;
      began = Workflow.currentTimeMillis();
    }
  }

  /** Takes an activity's input into account, or calls for the next workflow task. */
  public boolean admits(long bytes) {
    turn();
    long all = spent + reserved;
    boolean fits = all == 0 || all + bytes + FRAME_BYTES <= MOST_BYTES;
    if (fits) {
      spent += bytes + FRAME_BYTES;
    } else {
      callNext();
    }
    return fits;
  }

  /**
   * Returns how many bytes the next of some local activities may give back, which are kept for it;
   * 0 when it has to wait.
   *
   * @param waiting how many there are, at least 1
   */
  public long reserve(int waiting) {
    turn();
    if (spent >= MOST_LOCAL_BYTES || elapsed() >= LONGEST_LOCAL.toMillis()) {
      callNext();
      return 0;
    }
    long left = MOST_BYTES - spent - reserved;
    long expected = 2 * (largest == 0 ? UNKNOWN_BYTES : largest) + FRAME_BYTES;
    if (left < expected && reserved > 0) {
      return 0;
    }
    long sharing = Math.max(1, Math.min(waiting, left / expected));
    long room = Math.min(SizeGuard.PAYLOAD_BYTES, left / sharing);
    reserved += room;
    return room;
  }

  /** Takes into account what a local activity gave back in the room that was kept for it. */
  public void settle(long room, long bytes) {
    turn();
    reserved -= room;
    spent += bytes + FRAME_BYTES;
    largest = Math.max(largest, bytes);
  }

  /** The workflow's clock moves on with each local activity, by the time that is recorded. */
  private long elapsed() {
    return Workflow.currentTimeMillis() - began;
  }

  private void callNext() {
    if (!called) {
      called = true;
      Workflow.newTimer(SHORTEST, SHOWN)
          .handle(
              (fired, cancelled) -> {
                called = false;
                renewed = true;
                return true;
              });
    }
  }

  /** Returns whether the workflow task that was called for has come, once. */
  public boolean takeRenewed() {
    boolean was = renewed;
    renewed = false;
    return was;
  }

  public boolean isRenewed() {
    return renewed;
  }
}

package io.evergraph.runtime;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A task of a run in progress that has begun and not come to its end: it runs, waits for its next
 * attempt, or is held.
 *
 * @param activity what the server calls it
 * @param namespace the subgraph it belongs to; empty for the graph itself
 * @param phase what it does now
 * @param attempt the attempt of the node that runs now or comes next; 1 is the first
 * @param starts how often it was given to a worker, those that were lost included
 * @param failure how it failed last; null when it has not
 * @param startedAt when the attempt began that runs now; null when none does
 * @param nextAttempt when the next attempt is due; null when none is planned
 * @param worker the worker that had it last; null when none had
 * @param hold who holds it; null when nobody does
 * @param limits what each attempt is held to
 */
public record PendingTask(
    ThreadId thread,
    String id,
    String activity,
    String node,
    String namespace,
    Phase phase,
    int attempt,
    int starts,
    @Nullable TaskFailure failure,
    @Nullable Instant startedAt,
    @Nullable Instant nextAttempt,
    @Nullable String worker,
    @Nullable Hold hold,
    Limits limits) {

  /** Returns whether an id is meant to be this task: its own, or what the server calls it. */
  public boolean isCalled(String name) {
    return id.equals(name) || activity.equals(name);
  }

  /** What a task does. */
  public enum Phase {
    /** It waits for its next attempt, or for a worker. */
    WAITING,
    /** An attempt runs. */
    RUNNING,
    /** An attempt runs, which is told to stop because the task is held. */
    PAUSING,
    /** It is held: no attempt begins. */
    PAUSED,
    /** An attempt runs, which is told to stop because nobody needs the task any more. */
    CANCELLING
  }

  /**
   * Who holds a task, and why.
   *
   * @param by who ordered it
   * @param reason what they said; empty for nothing
   * @param since when; null where that is not known
   */
  public record Hold(String by, String reason, @Nullable Instant since) {}

  /**
   * What the attempts of a task are held to.
   *
   * @param hardTimeout the longest attempt
   * @param heartbeatTimeout how long its worker may be silent before it counts as lost
   * @param interval the pause before the second attempt; later ones grow as the node's policy says
   * @param longestInterval the longest pause between attempts
   * @param attempts how often the node may run in all
   */
  public record Limits(
      Duration hardTimeout,
      Duration heartbeatTimeout,
      Duration interval,
      Duration longestInterval,
      int attempts) {}
}

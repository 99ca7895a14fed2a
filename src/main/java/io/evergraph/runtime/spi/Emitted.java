package io.evergraph.runtime.spi;

import io.evergraph.graph.Emission;
import io.evergraph.pregel.CallSite;
import java.time.Instant;

/**
 * What a task has emitted, and where it stands. Between two of one attempt of a task, those with a
 * sequence in between may be lost.
 *
 * @param runId the run that the task was begun for, by its id on the thread that the task is of
 * @param namespace where the task stands on the thread, also where it is that of another one, which
 *     works for a task of the thread
 * @param checkpoint the number of the checkpoint of the thread whose state the task reads; of
 *     another's task, that which leads there
 * @param attempt the attempt, from 1; those lost with their worker are counted too
 * @param sequence the position within the attempt, from 1
 * @param at when it was emitted
 * @param emission what it is
 */
public record Emitted(
    String thread,
    String runId,
    String namespace,
    int step,
    long checkpoint,
    String taskId,
    String node,
    int attempt,
    long sequence,
    Instant at,
    Emission emission) {

  /** Returns this as it stands on a thread whose task the one that has emitted it works for. */
  public Emitted seenFrom(CallSite above) {
    return new Emitted(
        above.thread(),
        runId,
        above.within(namespace),
        step,
        above.checkpoint(),
        taskId,
        node,
        attempt,
        sequence,
        at,
        emission);
  }
}

package io.evergraph.runtime.spi;

import io.evergraph.graph.Emission;
import io.evergraph.pregel.CallSite;
import java.time.Instant;

/**
 * What a task has emitted, and where it stands. Between two of one attempt of a task, those with a
 * sequence in between may be lost.
 *
 * @param thread the thread whose readers get it
 * @param runId the run of the task: an id on the task's own thread, which is another one if that
 *     thread works for a task of this one
 * @param namespace where the task stands as seen from the thread
 * @param checkpoint the number of the thread's checkpoint from which the task began, or the call
 *     that leads to it
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

package io.evergraph.runtime.spi;

import io.evergraph.graph.Emission;
import java.time.Instant;

/**
 * What a task has emitted, and where it stands. Between two of one attempt of a task, those with a
 * sequence in between may be lost.
 *
 * @param runId the run that the task was begun for
 * @param checkpoint the number of the checkpoint whose state the task reads
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
    Emission emission) {}

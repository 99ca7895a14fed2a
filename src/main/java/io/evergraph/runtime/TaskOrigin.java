package io.evergraph.runtime;

/**
 * The task that something comes from.
 *
 * @param namespace the frame
 * @param step the superstep
 * @param taskId the task
 * @param node its node
 */
public record TaskOrigin(String namespace, int step, String taskId, String node) {}

package io.evergraph.runtime;

/** The task that something comes from. */
public record TaskOrigin(String namespace, int step, String taskId, String node) {}

package io.evergraph.temporal.protocol;

/**
 * The question where a thread stands, for another one that begins there.
 *
 * @param thread the id of the other thread
 * @param version the version of the graph that it begins with
 */
public record CopyRequest(String thread, String version) {}

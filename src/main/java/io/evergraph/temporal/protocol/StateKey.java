package io.evergraph.temporal.protocol;

/**
 * Names one state.
 *
 * @param digest the digest of everything that led to it, as {@link StateLineage} makes it: a number
 *     alone may stand for another state where a workflow task was carried out twice
 */
public record StateKey(String run, long checkpoint, String digest) {}

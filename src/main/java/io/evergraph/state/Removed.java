package io.evergraph.state;

/**
 * Written to a {@link ById} channel, removes the element of this id; no such element is no error.
 */
public record Removed(String id) implements Identified {}

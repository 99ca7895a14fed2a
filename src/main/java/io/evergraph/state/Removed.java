package io.evergraph.state;

/**
 * Written to a {@link ById} channel, removes the element of this id; no such element is no error.
 *
 * @param id the id of the element to remove
 */
public record Removed(String id) implements Identified {}

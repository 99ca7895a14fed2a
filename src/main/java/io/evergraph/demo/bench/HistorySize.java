package io.evergraph.demo.bench;

/**
 * What a run left in the server's history.
 *
 * @param events how many events
 * @param bytes how large they are together
 */
public record HistorySize(long events, long bytes) {}

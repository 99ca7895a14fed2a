package io.evergraph.temporal.protocol;

import io.evergraph.pregel.RunSettings;

/**
 * A run's facts, and what else its calls are made of.
 *
 * @param thread the thread
 * @param reference the reference of the facts
 * @param facts the facts
 * @param settings the settings of the run
 */
public record FactsPage(String thread, String reference, RunFacts facts, RunSettings settings) {}

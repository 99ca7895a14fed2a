package io.evergraph.demo.bench;

import io.evergraph.runtime.ThreadId;

/**
 * One measurement.
 *
 * @param figure in the unit of the workload
 * @param thread a thread that was run for it
 */
public record Sample(double figure, ThreadId thread) {}

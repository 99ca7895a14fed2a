/**
 * Measures a runtime on seven small graphs whose final states are known: workloads, repetitions and
 * figures of the {@code bench} command and of the floor. Hand-written workflows and JMH benchmarks,
 * which only developers run, are in {@code src/bench/java}.
 */
@NullMarked
package io.evergraph.demo.bench;

import org.jspecify.annotations.NullMarked;

package io.evergraph.demo.bench;

import io.evergraph.runtime.ThreadId;

/** One measurement. */
public record Sample(double figure, ThreadId thread) {}

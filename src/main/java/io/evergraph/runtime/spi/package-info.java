/**
 * The ports behind a runtime, with their implementations for one process: blob store, node cache,
 * event bus, records of tasks, limits of admission. Shared back-ends implement them in {@code
 * backend}. They know nothing of threads or runs.
 */
@NullMarked
package io.evergraph.runtime.spi;

import org.jspecify.annotations.NullMarked;

/**
 * The ports behind a runtime, with their implementations for one process: blob store, checkpoint
 * store, node cache, event bus, ledger of budgets, records of tasks, limits of admission. Shared
 * back-ends implement them in {@code backend}. They hold what they are given and run nothing.
 */
@NullMarked
package io.evergraph.runtime.spi;

import org.jspecify.annotations.NullMarked;

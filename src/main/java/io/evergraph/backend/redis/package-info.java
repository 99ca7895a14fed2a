/**
 * Implementations of the ports in {@link io.evergraph.runtime.spi} over Redis: checkpoints, node
 * cache, event bus, budgets, limits, and the long-term store. They need Lettuce, and bucket4j for
 * limits. Blobs and records of tasks are not kept in Redis.
 */
@NullMarked
package io.evergraph.backend.redis;

import org.jspecify.annotations.NullMarked;

/**
 * Implementations of the ports in {@link io.evergraph.runtime.spi} over a relational database:
 * blobs, checkpoints, node cache, event bus, budgets, limits, records of tasks, and the long-term
 * store. They need Spring JDBC and Flyway, which makes the tables, a driver, and bucket4j for
 * limits. Which databases each of them takes is in {@code docs/configuration.md}.
 */
@NullMarked
package io.evergraph.backend.jdbc;

import org.jspecify.annotations.NullMarked;

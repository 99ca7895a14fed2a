/**
 * Stores in a PostgreSQL database; needs Spring JDBC, Flyway and the driver, and bucket4j for
 * limits.
 */
@NullMarked
package io.evergraph.backend.jdbc;

import org.jspecify.annotations.NullMarked;

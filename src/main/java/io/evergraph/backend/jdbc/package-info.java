/** Stores in a PostgreSQL database; needs Spring JDBC, Flyway and the driver. */
@NullMarked
package io.evergraph.backend.jdbc;

import org.jspecify.annotations.NullMarked;

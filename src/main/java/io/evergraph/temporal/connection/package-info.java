/**
 * A server with its namespace and task queue, how it is dialled, and what one process holds of its
 * threads. {@link io.evergraph.temporal.connection.TemporalOptions} and {@link
 * io.evergraph.temporal.connection.TemporalConnection} are for users, the rest is internal. Reading
 * threads is in {@code client}.
 */
@NullMarked
package io.evergraph.temporal.connection;

import org.jspecify.annotations.NullMarked;

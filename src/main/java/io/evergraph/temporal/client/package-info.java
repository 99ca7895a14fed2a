/**
 * Speaks to the workflows of threads from outside: sends messages, reads and follows threads, finds
 * and deletes them, changes pending activities. Internal.
 */
@NullMarked
package io.evergraph.temporal.client;

import org.jspecify.annotations.NullMarked;

/**
 * The runtime of one process: threads under a lock, tasks on threads of the JVM. Everything is lost
 * with the process. {@link io.evergraph.runtime.memory.InMemoryRuntime} is for users, the rest is
 * internal.
 */
@NullMarked
package io.evergraph.runtime.memory;

import org.jspecify.annotations.NullMarked;

/**
 * All that runs inside the workflow of a thread, and nothing else: the interpreter, its handlers,
 * the dispatch of tasks, continue-as-new and what Temporal's pages show. It is deterministic: no
 * clock, random, thread, I/O or client. Internal.
 */
@NullMarked
package io.evergraph.temporal.workflow;

import org.jspecify.annotations.NullMarked;

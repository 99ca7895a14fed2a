/**
 * How much an agent may use: model calls, tool calls, tokens and cost, per turn and per thread.
 *
 * <p>Users start at {@link io.evergraph.llm.limit.Limits}. It knows messages; what counts and what
 * refuses stands in the nodes of {@code llm.tool} and {@code llm.model}.
 */
@NullMarked
package io.evergraph.llm.limit;

import org.jspecify.annotations.NullMarked;

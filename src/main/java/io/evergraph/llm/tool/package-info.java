/**
 * Tools, where they come from, the nodes that run one call each, and the approval of calls.
 *
 * <p>Users start at {@link io.evergraph.llm.tool.Toolset} and {@link
 * io.evergraph.llm.tool.Approval}. It knows messages and limits, and asks no model.
 */
@NullMarked
package io.evergraph.llm.tool;

import org.jspecify.annotations.NullMarked;

/**
 * Chat messages, and the nodes of an agent: one asks a model through LangChain4j, one runs the
 * tools that the model calls, one branches on whether it called any.
 *
 * <p>Rank 6. Users start at {@link io.evergraph.llm.Message}, {@link io.evergraph.llm.ModelNode}
 * and {@link io.evergraph.llm.ToolNode}; {@code io.evergraph.agent} puts them together.
 */
@NullMarked
package io.evergraph.llm;

import org.jspecify.annotations.NullMarked;

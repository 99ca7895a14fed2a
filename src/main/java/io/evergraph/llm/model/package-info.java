/**
 * The node that asks a model through LangChain4j: prompts, streams, failures and fallbacks.
 *
 * <p>Users start at {@link io.evergraph.llm.model.ModelNode}. It knows messages, limits and the
 * tools that a model may call.
 */
@NullMarked
package io.evergraph.llm.model;

import org.jspecify.annotations.NullMarked;

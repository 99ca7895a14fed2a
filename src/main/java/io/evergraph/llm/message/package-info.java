/**
 * What is said: messages with their parts and tool calls, and their exact conversion from and to
 * the formats of LangChain4j, OpenAI and LangGraph.
 *
 * <p>Users start at {@link io.evergraph.llm.message.Message}. Nothing here asks a model or runs a
 * tool.
 */
@NullMarked
package io.evergraph.llm.message;

import org.jspecify.annotations.NullMarked;

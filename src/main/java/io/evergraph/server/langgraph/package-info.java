/**
 * The LangGraph Server API: its paths, bodies and streams over any {@link
 * io.evergraph.runtime.GraphRuntime}, so that LangGraph's own clients work unchanged.
 *
 * <p>{@link io.evergraph.server.langgraph.LangGraphApiConfiguration} lists its beans.
 */
@NullMarked
package io.evergraph.server.langgraph;

import org.jspecify.annotations.NullMarked;

/**
 * Graphs and nodes of Spring AI Alibaba as nodes of ours, and graphs of ours as nodes of theirs.
 *
 * <p>Rank 7. Needs {@code com.alibaba.cloud.ai:spring-ai-alibaba-graph-core}, which nothing else of
 * Evergraph knows. Users start at {@link io.evergraph.bridge.SaaGraph}, {@link
 * io.evergraph.bridge.SaaNode} and {@link io.evergraph.bridge.EvergraphNode}.
 */
@NullMarked
package io.evergraph.bridge;

import org.jspecify.annotations.NullMarked;

/**
 * Agents: functions that return a {@link io.evergraph.graph.Graph}. They add no engine feature.
 *
 * <p>Rank 7. Users start at {@link io.evergraph.agent.ReactAgent}.
 */
@NullMarked
package io.evergraph.agent;

import org.jspecify.annotations.NullMarked;

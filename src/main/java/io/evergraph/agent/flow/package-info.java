/**
 * Flows: functions that make one graph of several agents. They add no engine feature.
 *
 * <p>Rank 7. Users start at {@link io.evergraph.agent.flow.SequentialAgent}.
 */
@NullMarked
package io.evergraph.agent.flow;

import org.jspecify.annotations.NullMarked;
